import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import { env } from "~/env.server";
import { log } from "~/services/log.server";
import { createRequestContext } from "../request-context.server";
import { SECURITY_HEADERS } from "../security-headers.server";
import { clientAddress } from "./client-address.server";
import { writePlainPage } from "./plain-page.server";
import { readBody } from "./read-body.server";
import { type StaticFiles, serveStatic } from "./static-files.server";
import { writeResponse } from "./write-response.server";

/** Cuts off whoever is slow to send: headers in 10 s, the whole request in 60 s, looked at every 5 s. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};
/** What node's parser tells apart; everything else is a bad request. */
const CLIENT_ERRORS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};
const URL_MAX_LENGTH = 4_096;

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The web server: static files from memory, everything else through Remix. `middleware` is Vite's, in development. */
export function createWebServer(
  handle: RequestHandler,
  { files, middleware, timeouts }: { files: StaticFiles; middleware?: Middleware; timeouts?: Partial<typeof TIMEOUTS> },
): Server {
  const server = createServer({ ...TIMEOUTS, ...timeouts, maxHeaderSize: 16_384 }, (request, response) => {
    const answer = () => void answerRequest(handle, files, request, response);
    if (middleware) middleware(request, response, answer);
    else answer();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = CLIENT_ERRORS[error.code ?? ""] ?? "400 Bad Request";
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  return server;
}

async function answerRequest(
  handle: RequestHandler,
  files: StaticFiles,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = randomUUID();
  for (const name in SECURITY_HEADERS) response.setHeader(name, SECURITY_HEADERS[name] ?? "");
  response.setHeader("X-Request-Id", requestId);
  const abort = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) abort.abort();
  });
  try {
    const url = readUrl(incoming);
    if (!url) return writePlainPage(response, (incoming.url ?? "").length > URL_MAX_LENGTH ? 414 : 400);
    if (serveStatic(files, url.pathname, incoming, response)) return;
    if (!["GET", "HEAD", "POST"].includes(incoming.method ?? "")) return writePlainPage(response, 405);

    if (!isFromOurPages(incoming)) return writePlainPage(response, 403);

    const read = await readBody(incoming);
    if (!read.ok) {
      response.setHeader("Connection", "close");
      return writePlainPage(response, 413);
    }
    const request = toRequest(url, incoming, read.body, abort.signal);
    const context = createRequestContext(request, {
      requestId,
      clientAddress: clientAddress(incoming, env.TRUSTED_PROXIES),
    });
    await writeResponse(incoming, response, await handle(request, context));
    log.info(
      {
        requestId,
        method: incoming.method,
        path: loggedPath(url),
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      },
      "answered",
    );
  } catch (error) {
    if (abort.signal.aborted || incoming.destroyed) {
      response.destroy();
      return;
    }
    log.error({ err: error, requestId }, "a request failed");
    writePlainPage(response, 500);
  }
}

function readUrl(incoming: IncomingMessage): URL | undefined {
  const path = incoming.url ?? "";
  if (!path.startsWith("/") || path.length > URL_MAX_LENGTH) return undefined;
  try {
    decodeURI(path);
    return new URL(env.BASE_URL + path);
  } catch {
    return undefined;
  }
}

/**
 * Whether a form comes from a page of ours, as far as the browser says. An opaque origin ("null") and none at all say
 * nothing; the CSRF token in the form decides.
 */
function isFromOurPages({ method, headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  if (method !== "POST" || !origin || origin === "null") return true;
  return URL.canParse(origin) && [host, new URL(env.BASE_URL).host].includes(new URL(origin).host);
}

/** Our own check of the origin stands in for Remix's, which takes any name but the Host header's for an attack. */
function toRequest(url: URL, incoming: IncomingMessage, body: Buffer | undefined, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && name !== "origin") headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return new Request(url, { method: incoming.method ?? "GET", headers, body: body as BodyInit | undefined, signal });
}

/** Ids, links and codes in an address are nobody's business: only the shape of the path is logged. */
function loggedPath(url: URL): string {
  return url.pathname.replace(/\/[^/]{16,}/g, "/…");
}
