import type { BrowserContext } from "playwright/test";

/** A status is judged below, by what was asked for; and a frame that shows a mail keeps out the test's own tools. */
const HARMLESS =
  /^Failed to load resource: the server responded with a status|^Connecting to 'blob:|^Blocked script execution in '[^']*\/(dev\/mail\/|rehearsal\/mail')/;

/**
 * Collects what a browser complains about: script errors and hydration mismatches, breaches of the Content-Security-Policy,
 * faults of the server, and files that do not load. A page or form that is answered with 4xx is not a fault.
 */
export function watch(context: BrowserContext, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!expected?.test(complaint)) complaints.push(complaint);
  };
  context.on("weberror", (error) => note(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !HARMLESS.test(message.text()))
      note(`${message.type()}: ${message.text()}`);
  });
  context.on("response", (response) => {
    const isFile = !["document", "fetch", "xhr"].includes(response.request().resourceType());
    if (response.status() >= (isFile ? 400 : 500)) note(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    // Whoever goes on before a page is whole cuts off what it was still loading; "csp" is how a browser without script
    // refuses the files of one (a breach of the policy is in the console as well).
    const reason = request.failure()?.errorText ?? "";
    if (!["net::ERR_ABORTED", "csp"].includes(reason)) note(`${reason} ${request.url()}`);
  });
  return complaints;
}
