import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { createPageHandlers } from "~/http/serve/page-handlers.server";
import { createWebServer } from "~/http/serve/server.server";
import { loadStaticFiles } from "~/http/serve/static-files.server";
import { runWeb } from "./web-process";

const build = (await import("virtual:remix/server-build")) as unknown as ServerBuild;
const files = await loadStaticFiles(join(dirname(fileURLToPath(import.meta.url)), "../client"));

runWeb(createWebServer(createPageHandlers(build, env.NODE_ENV), { files }));
