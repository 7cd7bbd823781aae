import type { BrowserContext } from "playwright/test";

/**
 * Statuses are checked below by resource type; frames that show a mail block the test's own scripts; a busy machine
 * lays out a page so late that its preloaded fonts seem unused.
 */
const IGNORED =
  /^Failed to load resource: the server responded with a status|^Connecting to 'blob:|was preloaded using link preload but not used|^Blocked script execution in '[^']*\/(dev\/mail\/|rehearsal\/mail')/;

/**
 * Collects script errors, hydration mismatches, CSP violations, server errors and files that do not load, except those
 * that match `expected`. A page or form with a 4xx status is not a problem.
 */
export function watchConsole(context: BrowserContext, expected?: RegExp): string[] {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  context.on("weberror", (error) => note(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !IGNORED.test(message.text()))
      note(`${message.type()}: ${message.text()}`);
  });
  context.on("response", (response) => {
    const isFile = !["document", "fetch", "xhr"].includes(response.request().resourceType());
    if (response.status() >= (isFile ? 400 : 500)) note(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    // Leaving a page aborts its pending requests. Without script, Chromium blocks script files with "csp"; a violation
    // of the policy is in the console as well.
    const reason = request.failure()?.errorText ?? "";
    if (!["net::ERR_ABORTED", "csp"].includes(reason)) note(`${reason} ${request.url()}`);
  });
  return problems;
}
