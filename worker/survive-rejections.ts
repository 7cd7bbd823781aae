/**
 * Keeps the process running after an unhandled rejection. graphile-worker causes them when Postgres cannot be reached
 * as a job ends, and only this process knows which mails were accepted and are not recorded yet.
 */
export function surviveRejections(onRejection: (error: unknown) => void): void {
  process.on("unhandledRejection", onRejection);
}
