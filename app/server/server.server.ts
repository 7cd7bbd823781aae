import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { env } from "~/env.server";
import { log } from "~/services/log.server";
import { clientIp } from "./client-ip.server";
import type { KeptAssets } from "./kept-assets.server";
import { isOwnOrigin } from "./own-host.server";
import { writePlainPage } from "./plain-page.server";
import { FORM_MAX_BYTES, readBody } from "./read-body.server";
import { SECURITY_HEADERS } from "./security-headers.server";
import { type StaticFiles, serveStatic } from "./static-files.server";
import { maxStreamedBytes, SLOWEST, type StreamedBody, streamBody } from "./stream-body.server";
import { writeResponse } from "./write-response.server";

/** In milliseconds, against slow clients; bodies with files have `slowest`. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  bodyTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** Without a byte taken by the client, as nginx's `send_timeout`. */
  sendTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  /** For a client to read why its connection ends, and to end it too. */
  endTimeout: 5_000,
  slowest: SLOWEST,
};
/** Errors of Node's parser other than 400. */
const CLIENT_ERRORS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};
const URL_MAX_LENGTH = 4_096;

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** A person's choices about the log lines of their requests. */
export type LogChoices = { hidesPath?: boolean; account?: string };

/** `logChoices` is filled in while the request is handled. */
export type Connection = { requestId: string; clientIp: string; logChoices: LogChoices };
export type Handle = (request: Request, connection: Connection) => Promise<Response>;

type Options = {
  files: StaticFiles;
  kept?: KeptAssets;
  middleware?: Middleware;
  timeouts?: Partial<typeof TIMEOUTS>;
};

/** Static files come from memory, everything else from `handle`. `middleware` is Vite's, in development. */
export function createWebServer(handle: Handle, { files, kept, middleware, timeouts }: Options): Server {
  const app = { handle, files, kept, ...TIMEOUTS, ...timeouts };
  // Node's timeout for whole requests is off, since uploads may take hours.
  const server = createServer({ ...app, requestTimeout: 0, maxHeaderSize: 16_384 }, (request, response) => {
    const answer = () => void answerRequest(app, request, response);
    if (middleware) middleware(request, response, answer);
    else answer();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = CLIENT_ERRORS[error.code ?? ""] ?? "400 Bad Request";
    if (!socket.writable) return socket.destroy();
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    const timer = setTimeout(() => socket.destroy(), app.endTimeout);
    socket.once("close", () => clearTimeout(timer));
  });
  return server;
}

/** No page, not even one of this site, may get these as its referrer, even when they fail. */
const SECRET_PATHS = /^\/(join|guest|guest-link)\//;

type App = { handle: Handle; files: StaticFiles; kept: KeptAssets | undefined } & typeof TIMEOUTS;

async function answerRequest(app: App, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const requestId = randomUUID();
  const logChoices: LogChoices = {};
  for (const name in SECURITY_HEADERS) response.setHeader(name, SECURITY_HEADERS[name] ?? "");
  response.setHeader("X-Request-Id", requestId);
  const abort = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) abort.abort();
    streamed?.close();
  });
  let streamed: StreamedBody | undefined;
  const refuse = (status: Parameters<typeof writePlainPage>[1]) => {
    closeAfterUnreadBody(incoming, response);
    writePlainPage(response, status);
  };
  try {
    const url = readUrl(incoming);
    if (!url) return refuse((incoming.url ?? "").length > URL_MAX_LENGTH ? 414 : 400);
    if (SECRET_PATHS.test(url.pathname)) response.setHeader("Referrer-Policy", "strict-origin");
    if (incoming.method === "GET" || incoming.method === "HEAD") closeAfterUnreadBody(incoming, response);
    if (serveStatic(app.files.get(url.pathname), incoming, response)) return;
    if (url.pathname.startsWith("/assets/") && serveStatic(await app.kept?.find(url.pathname), incoming, response))
      return;
    if (!["GET", "HEAD", "POST"].includes(incoming.method ?? "")) return refuse(405);
    if (!isSameOrigin(incoming)) return refuse(403);

    const maxBytes = maxStreamedBytes(incoming, url.pathname);
    if (Number(incoming.headers["content-length"] ?? 0) > (maxBytes ?? FORM_MAX_BYTES)) return refuse(413);
    if (maxBytes !== undefined)
      streamed = streamBody(incoming, { maxBytes, slowest: app.slowest, onBreak: () => abort.abort() });
    const read = streamed ? { ok: true as const, body: streamed.stream } : await readBody(incoming, app.bodyTimeout);
    if (!read.ok) return refuse(read.status);
    const request = toRequest(url, incoming, read.body, abort.signal);
    const connection = { requestId, clientIp: clientIp(incoming, env.TRUSTED_PROXIES), logChoices };
    const answer = await app.handle(request, connection);
    await streamed?.drain();
    const failure = streamed?.failure();
    if (failure) return refuse(failure);
    await writeResponse(incoming, response, answer, app.sendTimeout);
    log.info(
      {
        requestId,
        method: incoming.method,
        ...(!logChoices.hidesPath && { path: loggedPath(url) }),
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      },
      "request handled",
    );
  } catch (error) {
    const failure = streamed?.failure();
    if (failure) return refuse(failure);
    if (abort.signal.aborted || incoming.destroyed) {
      response.destroy();
      return;
    }
    log.error(
      { err: error, requestId, ...(logChoices.account && { account: logChoices.account }) },
      "a request failed",
    );
    refuse(500);
  }
}

/** Closes the connection if the body was not read to its end. */
function closeAfterUnreadBody(incoming: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (hasBody && !incoming.complete && !response.headersSent) response.setHeader("Connection", "close");
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

/** A missing or opaque origin ("null") passes, as the form has a CSRF token. */
function isSameOrigin({ method, headers }: IncomingMessage): boolean {
  const { origin } = headers;
  return method !== "POST" || !origin || origin === "null" || isOwnOrigin(origin);
}

/** Drops the Origin, which is checked above: Remix would refuse any origin but the Host header's. */
function toRequest(
  url: URL,
  incoming: IncomingMessage,
  body: Buffer | ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && name !== "origin") headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const method = incoming.method ?? "GET";
  return new Request(url, {
    method,
    headers,
    body: body as BodyInit | undefined,
    signal,
    duplex: "half",
  } as RequestInit);
}

/** Ids, links and codes must not be logged, nor incomplete codes. */
function loggedPath(url: URL): string {
  return url.pathname.replace(/^\/join\/[^/]+/, "/join/…").replace(/\/[^/]{16,}/g, "/…");
}
