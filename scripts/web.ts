import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { handleRequests } from "~/http/forward-form.server";
import { createKeptAssets } from "~/server/kept-assets.server";
import { createPageHandlers } from "~/server/page-handlers.server";
import { loadStaticFiles } from "~/server/static-files.server";
import { log } from "~/services/log.server";
import { runWeb } from "./web-process";

/** How long the start waits for the shared disk. */
const KEEPING_MS = 5_000;

const build = (await import("virtual:remix/server-build")) as unknown as ServerBuild;
const client = join(dirname(fileURLToPath(import.meta.url)), "../client");
const files = await loadStaticFiles(client);
const kept = createKeptAssets(join(env.AMBERKEEP_HOME, "assets"));
const keeping = kept
  .keep(join(client, "assets"), build.assets.version)
  .catch((error: unknown) => log.warn({ err: error }, "the assets of this version could not be kept"));
// A page of this version may ask an older server for them. A disk that does not respond holds nothing up.
await Promise.race([keeping, pause(KEEPING_MS)]);

const handlePage = createPageHandlers(build, env.NODE_ENV);
await runWeb(handleRequests(handlePage), { files, kept });
