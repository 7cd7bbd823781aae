import type { ServerResponse } from "node:http";

export const SENTENCES = {
  400: "We couldn’t understand this request.",
  403: "This form came from another site, so nothing was done. Please open Amberkeep itself and try again.",
  405: "This page can’t be used that way.",
  408: "What you sent didn’t arrive in time. Please go back and send it again: what you wrote is still in the form.",
  413: "What you sent is too large. A letter can have up to 100,000 characters, a video can be up to 500 MB, and the files of a board 5 GB in total. Please go back: what you wrote is still in the form.",
  414: "This address is too long.",
  500: "Something went wrong on our side. Nothing is lost. Please try again.",
} as const;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  "Cache-Control": "no-store",
};

function pageOf(sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Amberkeep</title></head><body><h1>Amberkeep</h1><p>${sentence}</p><p><a href="/?home">Return to Home</a></p></body></html>`;
}

/** For a file's URL, which has no page of its own. `sentence` is HTML. */
export function plainPage(sentence: string, { status, headers }: { status: number; headers?: HeadersInit }): Response {
  return new Response(pageOf(sentence), { status, headers: { ...HEADERS, ...headers } });
}

/** For requests that do not reach the app. */
export function writePlainPage(response: ServerResponse, status: keyof typeof SENTENCES): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = pageOf(SENTENCES[status]);
  response.writeHead(status, { ...HEADERS, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
