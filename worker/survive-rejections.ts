/**
 * Keeps the process running when a promise is rejected that nobody awaits, as graphile-worker's are when Postgres cannot be
 * reached at the end of a job: this process knows which mails were accepted and not recorded yet.
 */
export function surviveRejections(onRejection: (error: unknown) => void): void {
  process.on("unhandledRejection", onRejection);
}
