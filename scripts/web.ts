import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { handleRequests } from "~/http/forward-form.server";
import { createPageHandlers } from "~/server/page-handlers.server";
import { loadStaticFiles } from "~/server/static-files.server";
import { runWeb } from "./web-process";

const build = (await import("virtual:remix/server-build")) as unknown as ServerBuild;
const files = await loadStaticFiles(join(dirname(fileURLToPath(import.meta.url)), "../client"));

const handlePage = createPageHandlers(build, env.NODE_ENV);
await runWeb(handleRequests(handlePage), { files });
