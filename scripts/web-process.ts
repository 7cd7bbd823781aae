import { once } from "node:events";
import type { Server } from "node:http";
import { env } from "~/env.server";
import { createWebServer, type Handle } from "~/server/server.server";
import { whenReady } from "~/server/when-ready.server";
import { pool } from "~/services/db.server";
import { followDatabaseClock } from "~/services/follow-clock.server";
import { closeJobs } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import type { Loop } from "~/services/loop.server";
import { ensureMasterKeys } from "~/services/master-keys.server";
import { markMediaFolder, mediaFolderTrouble } from "~/services/media-store.server";

/** Time for requests to finish after the signal to stop. */
const SHUTDOWN_MS = 10_000;
/** How often connections that have become idle are closed meanwhile. */
const CLOSING_MS = 100;

/**
 * Listens on `HOST` and `PORT` at once, and serves pages as soon as MySQL has answered and the master keys are right.
 * On SIGTERM or Ctrl-C, finishes running requests first.
 */
export async function runWeb(handle: Handle, options: Parameters<typeof createWebServer>[1]): Promise<void> {
  const ready = ensureMasterKeys();
  const server = createWebServer(whenReady(ready, handle), options);
  server.on("error", (error: NodeJS.ErrnoException) => {
    log.fatal({ code: error.code, port: env.PORT }, "the web server could not listen");
    process.exit(1);
  });
  server.listen(env.PORT, env.HOST, () => log.info({ port: env.PORT }, "web is listening"));
  const clock = followDatabaseClock();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop(server, signal, clock));
  await ready;
  await checkMediaFolder();
}

async function checkMediaFolder(): Promise<void> {
  try {
    await markMediaFolder();
  } catch (error) {
    log.warn({ err: error }, "the media folder could not be marked");
  }
  const trouble = await mediaFolderTrouble().catch((error: unknown) => String(error));
  if (trouble) log.error({ reason: trouble }, "no file can be stored");
}

async function stop(server: Server, signal: string, clock: Loop): Promise<void> {
  log.info({ signal }, "web is stopping");
  server.close();
  server.closeIdleConnections();
  // Node would keep busy connections open, and go on answering there until all are cut off.
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  const closingTimer = setInterval(() => server.closeIdleConnections(), CLOSING_MS);
  const shutdownTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  await once(server, "close");
  clearInterval(closingTimer);
  clearTimeout(shutdownTimer);
  await clock.stop();
  await closeJobs();
  await pool.promise().end();
  process.exit(0);
}
