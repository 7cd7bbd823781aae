import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createWebServer } from "~/http/serve/server.server";
import { loadStaticFiles } from "~/http/serve/static-files.server";
import { env } from "~/env.server";
import { pool } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { log } from "~/services/log.server";

/** How long a request may still take once we were asked to stop, in milliseconds. */
const SHUTDOWN_MS = 10_000;

const build = (await import("virtual:remix/server-build")) as unknown as ServerBuild;
const files = await loadStaticFiles(join(dirname(fileURLToPath(import.meta.url)), "../client"));
const server = createWebServer(createRequestHandler(build, env.NODE_ENV), { files });

server.on("error", (error: NodeJS.ErrnoException) => {
  log.fatal({ code: error.code, port: env.PORT }, "the web server could not listen");
  process.exit(1);
});
server.listen(env.PORT, env.HOST, () => log.info({ port: env.PORT }, "web is listening"));

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(signal));

async function stop(signal: string): Promise<void> {
  log.info({ signal }, "web is stopping");
  server.close();
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  await once(server, "close");
  clearTimeout(hurry);
  await closeJobs();
  await pool.promise().end();
  process.exit(0);
}
