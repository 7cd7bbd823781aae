import { log } from "~/services/log.server";

/** Less than the minute after which a stopping worker is killed. */
const STOP_MAX_MS = 50_000;

/**
 * Ends the process after these steps, whatever fails: other workers, or its next start, release what it still holds. It
 * waits for MySQL to record what was sent, but not forever.
 */
export async function stopProcess(steps: (() => Promise<unknown>)[], maxMs = STOP_MAX_MS): Promise<void> {
  setTimeout(() => {
    log.error("the worker could not finish in time");
    process.exit(1);
  }, maxMs).unref();
  for (const step of steps) {
    await step().catch((error: unknown) => log.warn({ err: error }, "a part of the worker did not stop cleanly"));
  }
  process.exit(0);
}
