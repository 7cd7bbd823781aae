import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readFormData } from "~/http/form-data.server";
import { precompress } from "../../scripts/build/precompress";
import { createKeptAssets } from "./kept-assets.server";
import { FORM_MAX_BYTES } from "./read-body.server";
import { type Connection, createWebServer } from "./server.server";
import { loadStaticFiles, type StaticFiles } from "./static-files.server";

/** Stands in for Remix: responds by path and records its requests. */
const asked: { request: Request; connection: Connection; body: string }[] = [];
let finishSlow = () => {};
let stopEndless = () => {};
async function handle(request: Request, connection: Connection): Promise<Response> {
  asked.push({ request, connection, body: await request.clone().text() });
  const { pathname } = new URL(request.url);
  if (pathname === "/fault") throw new Error("a secret cause");
  if (pathname === "/slow") await new Promise<void>((resolve) => (finishSlow = resolve));
  if (pathname === "/long") return new Response("long ".repeat(1_000), { headers: { "Content-Type": "text/html" } });
  if (pathname === "/long/public") {
    const headers = { "Content-Type": "text/html", "Cache-Control": "private, no-cache" };
    return new Response("long ".repeat(1_000), { headers });
  }
  if (pathname === "/picture") return new Response("png ".repeat(1_000), { headers: { "Content-Type": "image/png" } });
  if (pathname === "/endless") {
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536));
    const body = new ReadableStream({ pull, cancel: () => stopEndless() });
    return new Response(body, { headers: { "Content-Type": "application/zip" } });
  }
  if (pathname === "/cookies") {
    const headers = new Headers({ "Content-Type": "text/plain" });
    for (const cookie of ["a=1", "b=2; Expires=Wed, 21 Oct 2099 07:28:00 GMT"]) headers.append("Set-Cookie", cookie);
    return new Response("", { headers });
  }
  return new Response("short", { headers: { "Content-Type": "text/html" } });
}

let files: StaticFiles;
let server: Server;
let port = 0;
let folder = "";

async function listen(timeouts = {}): Promise<Server> {
  const started = createWebServer(handle, { files, timeouts });
  started.listen(0, "127.0.0.1");
  await once(started, "listening");
  return started;
}
const portOf = (one: Server) => (one.address() as AddressInfo).port;
async function stop(one: Server): Promise<void> {
  one.closeAllConnections();
  one.close();
  await once(one, "close");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "amberkeep-static-"));
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, "fonts"));
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, "assets", "app-1a2b.js"), "export const letter = 1;\n".repeat(200));
  await writeFile(join(folder, "public.js"), "export {};\n");
  await writeFile(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await writeFile(join(folder, "fonts", "letter.woff2"), "wOF2");
  await writeFile(join(folder, "photo.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  await writeFile(join(folder, ".vite", "manifest.json"), "{}");
  await precompress(folder);
  files = await loadStaticFiles(folder);
  server = await listen();
  port = portOf(server);
});
afterAll(async () => {
  await stop(server);
  for (const one of [folder, `${folder}-kept`]) await rm(one, { recursive: true });
});

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | Buffer[] } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { method = "GET", headers = {}, body } = options;
    const sent = httpRequest({ port, host: "127.0.0.1", path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(entries), body: Buffer.concat(chunks) });
    });
    sent.on("error", reject);
    for (const chunk of [body ?? []].flat()) sent.write(chunk);
    sent.end();
  });
}

/** Sends raw bytes and returns all that the server sends until it closes the connection. */
async function say(bytes: string, toPort = port): Promise<{ said: string; socket: Socket }> {
  const socket = connect(toPort, "127.0.0.1");
  socket.write(bytes, "latin1");
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return { said, socket };
}

describe("a request", () => {
  it("reaches the app with its URL, headers, body and client IP, and gets its response", async () => {
    const answer = await ask("/memories/x?a=1&b=%C3%A9", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: "a=1", "X-Forwarded-For": "6.6.6.6" },
      body: Buffer.from("title=F%C3%BCr+Mia"),
    });
    expect([answer.status, answer.body.toString()]).toEqual([200, "short"]);
    const { request, connection, body } = asked.at(-1) ?? {};
    expect(request?.url).toBe("http://localhost:3000/memories/x?a=1&b=%C3%A9");
    expect(request?.headers.get("Cookie")).toBe("a=1");
    expect(body).toBe("title=F%C3%BCr+Mia");
    expect(connection?.clientIp).toBe("127.0.0.1");
    expect(connection?.requestId).toBe(answer.headers["x-request-id"]);
  });

  it("always gets the security headers", async () => {
    for (const path of ["/", "/fault", "/favicon.svg", `/${"a".repeat(5_000)}`]) {
      const { headers } = await ask(path);
      expect(headers, path).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
      expect(headers["x-frame-options"], path).toBe("SAMEORIGIN");
    }
  });

  it.each(["/join/code", "/guest/id", "/guest-link/proof"])("to %s is named in no referrer", async (path) => {
    expect((await ask(path)).headers["referrer-policy"]).toBe("strict-origin");
  });

  it("gets each cookie as a separate header", async () => {
    const response = await fetch(`http://127.0.0.1:${port}/cookies`);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2; Expires=Wed, 21 Oct 2099 07:28:00 GMT"]);
  });

  it("that fails gets 500 with a plain page, not the cause", async () => {
    const { status, headers, body } = await ask("/fault");
    expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
    expect(body.toString()).toContain("Nothing is lost");
    expect(body.toString()).not.toContain("secret cause");
  });

  it("with HEAD gets the headers of GET and no body", async () => {
    for (const path of ["/long", "/favicon.svg"]) {
      const { status, headers, body } = await ask(path, { method: "HEAD" });
      expect([status, body.length]).toEqual([200, 0]);
      expect(headers["content-type"]).toMatch(/html|svg/);
    }
  });

  it.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("with %s is refused", async (method) => {
    const before = asked.length;
    expect((await ask("/", { method })).status).toBe(405);
    expect(asked.length).toBe(before);
  });

  it.each([
    ["a URL over 4 kB", `/${"a".repeat(4_096)}`, 414],
    ["a URL that is not UTF-8", "/%ff", 400],
    ["half a percent sign", "/100%", 400],
  ])("for %s is refused", async (_, path, status) => {
    const before = asked.length;
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toContain("Return to Home");
    expect(asked.length).toBe(before);
  });

  it.each([
    ["no HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400/],
    [
      "a URL that is not a path",
      "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      /^HTTP\/1\.1 400/,
    ],
    ["headers over 16 kB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      /^HTTP\/1\.1 400/,
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400/,
    ],
    ["a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", /^HTTP\/1\.1 400/],
    [
      "a chunk without a length",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      /^HTTP\/1\.1 400/,
    ],
    ["no host", "GET / HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400/],
    ["NUL in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n", /^HTTP\/1\.1 400/],
  ])("that is %s is refused, and the connection closed", async (_, bytes, expected) => {
    const before = asked.length;
    expect((await say(bytes)).said).toMatch(expected);
    expect(asked.length).toBe(before);
  });
});

describe("a body", () => {
  const post = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
  const chunk = Buffer.alloc(64 * 1024, "a");

  it("at the limit is accepted", async () => {
    const { status } = await ask("/", { ...post, body: Buffer.alloc(FORM_MAX_BYTES, "a") });
    expect(status).toBe(200);
    expect(asked.at(-1)?.body.length).toBe(FORM_MAX_BYTES);
  });

  it.each([
    ["says its length", { "Content-Length": String(chunk.length * 64) }],
    ["does not", { "Transfer-Encoding": "chunked" }],
  ])("that is over the limit and %s gets a sentence with 413, however much more is on its way", async (_, headers) => {
    const before = asked.length;
    const answer = await ask("/", { ...post, headers: { ...post.headers, ...headers }, body: Array(64).fill(chunk) });
    expect(answer.status).toBe(413);
    expect(answer.body.toString()).toContain("too large");
    expect(asked.length).toBe(before);
  });

  it("with a too long Content-Length is refused before it is sent", async () => {
    const { said } = await say(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9999999999\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 413/);
  });

  it("that breaks off does not affect others", async () => {
    const before = asked.length;
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc");
    await once(socket, "ready");
    socket.resetAndDestroy();
    expect((await ask("/")).status).toBe(200);
    expect(asked.length).toBe(before + 1);
  });
});

describe("a slow client", () => {
  // Longer than a busy machine needs to serve the others.
  const timeouts = { headersTimeout: 1_500, bodyTimeout: 2_000, connectionsCheckingInterval: 20 };

  it.each([
    ["with the headers", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow"],
    ["with the body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc"],
  ])("%s is cut off, while others are served", async (_, bytes) => {
    const server = await listen(timeouts);
    const before = asked.length;
    const slow = Array.from({ length: 50 }, () => say(bytes, portOf(server)));
    expect((await fetch(`http://127.0.0.1:${portOf(server)}/`)).status).toBe(200);
    for (const { said } of await Promise.all(slow)) expect(said).toMatch(/^HTTP\/1\.1 408/);
    expect(asked.length).toBe(before + 1);
    await stop(server);
  });

  it("that keeps its side of a refused connection open is cut off", async () => {
    const server = await listen({ ...timeouts, endTimeout: 20 });
    const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow");
    socket.resume();
    await once(socket, "end");
    const count = promisify(server.getConnections.bind(server));
    await vi.waitFor(async () => expect(await count()).toBe(0));
    socket.destroy();
    await stop(server);
  });

  it("that left before its download began ends the download", async () => {
    let isBegun = () => {};
    const end = vi.fn();
    const begun = new Promise<void>((resolve) => (isBegun = resolve));
    const server = createWebServer(
      async ({ signal }) => {
        isBegun();
        await once(signal, "abort");
        return new Response(new ReadableStream({ cancel: end }), { headers: { "Content-Type": "video/mp4" } });
      },
      { files },
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect(portOf(server), "127.0.0.1");
    socket.write("GET /media/sea HTTP/1.1\r\nHost: a\r\n\r\n");
    await begun;
    socket.destroy();
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
    await stop(server);
  });

  it("that reads nothing of a download is cut off, and the download ends", async () => {
    const server = await listen({ ...timeouts, sendTimeout: 500 });
    const stopped = new Promise<void>((resolve) => (stopEndless = resolve));
    const socket = connect(portOf(server), "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");
    await stopped;
    socket.resume();
    await once(socket, "close");
    await stop(server);
  });

  it("that sends single bytes to stay connected is cut off", async () => {
    const server = await listen(timeouts);
    const before = asked.length;
    const socket = connect(portOf(server), "127.0.0.1");
    let said = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => (said += chunk.toString("latin1")));
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
    const drip = setInterval(() => socket.write("a"), 20);
    await once(socket, "close");
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1\.1 408/);
    expect(asked.length).toBe(before);
    await stop(server);
  });
});

describe("a static file", () => {
  it("has its type; a hashed name is cached for good, a font for a month, others for an hour", async () => {
    const [asset, icon, photo, font, script] = await Promise.all(
      ["/assets/app-1a2b.js", "/favicon.svg", "/photo.png", "/fonts/letter.woff2", "/public.js"].map((path) =>
        ask(path),
      ),
    );
    expect(asset?.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(icon?.headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "public, max-age=3600" });
    expect(font?.headers).toMatchObject({ "content-type": "font/woff2", "cache-control": "public, max-age=2592000" });
    // Pages of the next version name the same script.
    expect(script?.headers).toMatchObject({ "cache-control": "public, no-cache", etag: expect.any(String) });
    expect(photo?.body).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  });

  it("is compressed for clients that accept it, with Vary", async () => {
    const plain = await ask("/assets/app-1a2b.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [accepted, encoding, unpack] of [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
    ] as const) {
      const { headers, body } = await ask("/assets/app-1a2b.js", { headers: { "Accept-Encoding": accepted } });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(headers["content-length"]).toBe(String(body.length));
      expect(unpack(body)).toEqual(plain.body);
      expect(body.length).toBeLessThan(plain.body.length / 10);
    }
    const photo = await ask("/photo.png", { headers: { "Accept-Encoding": "br" } });
    expect(photo.headers["content-encoding"]).toBeUndefined();
  });

  it("is not sent again to a client that already has it", async () => {
    const { headers } = await ask("/favicon.svg");
    const again = await ask("/favicon.svg", { headers: { "If-None-Match": headers.etag ?? "" } });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect((await ask("/favicon.svg", { headers: { "If-None-Match": '"another"' } })).status).toBe(200);
  });

  it("is found after an update, and before it by the servers that still run", async () => {
    const kept = createKeptAssets(`${folder}-kept`);
    const updated = createWebServer(handle, { files: new Map(), kept });
    updated.listen(0, "127.0.0.1");
    await once(updated, "listening");
    const askUpdated = (path: string) =>
      fetch(`http://127.0.0.1:${portOf(updated)}${path}`, { headers: { "Accept-Encoding": "br" } });
    expect((await askUpdated("/assets/app-1a2b.js")).headers.get("Content-Type")).toBe("text/html");
    await Promise.all([kept.keep(join(folder, "assets"), "v1"), kept.keep(join(folder, "assets"), "v1")]);
    const found = await askUpdated("/assets/app-1a2b.js");
    expect(Object.fromEntries(found.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
    });
    expect(await found.text()).toBe("export const letter = 1;\n".repeat(200));
    for (const path of ["/assets/app-1a2b.js.br", "/assets/v1", "/assets/..", "/assets/%2e%2e/v1/app-1a2b.js"])
      expect((await askUpdated(path)).headers.get("Content-Type"), path).toBe("text/html");
    await stop(updated);
  });

  it("is kept for the versions that were started last", async () => {
    const place = `${folder}-kept`;
    const kept = createKeptAssets(place);
    for (let version = 1; version <= 11; version++) {
      await kept.keep(join(folder, "assets"), `v${version}`);
      await utimes(join(place, `v${version}`), version, version);
    }
    await kept.keep(join(folder, "assets"), "v2");
    await kept.keep(join(folder, "assets"), "v12");
    expect((await readdir(place)).sort()).toEqual(["v10", "v11", "v12", "v2", "v4", "v5", "v6", "v7", "v8", "v9"]);
  });

  it("is not read from a copy that a kill left in part, which is removed an hour later", async () => {
    const place = await mkdtemp(join(tmpdir(), "amberkeep-kept-"));
    onTestFinished(() => rm(place, { recursive: true }));
    const kept = createKeptAssets(place);
    const [fresh, stale] = [join(place, "v1.fresh"), join(place, "v1.stale")];
    for (const copy of [fresh, stale]) {
      await mkdir(copy, { recursive: true });
      await writeFile(join(copy, "app-1a2b.js"), "export const le");
    }
    await utimes(stale, 1, 1);
    expect(await kept.find("/assets/app-1a2b.js")).toBeUndefined();
    for (let version = 1; version <= 10; version++) await kept.keep(join(folder, "assets"), `v${version}`);
    const versions = ["v1", "v10", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"];
    expect((await readdir(place)).sort()).toEqual(["v1", "v1.fresh", ...versions.slice(1)]);
  });

  it.each([
    "/../package.json",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets\\..\\..\\package.json",
    "//etc/passwd",
    "/.vite/manifest.json",
    "/assets/",
    "/__proto__",
  ])("is none at %s: that is the app's to answer", async (path) => {
    const { said } = await say(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 200[\s\S]*short$/);
  });
});

describe("a page", () => {
  it("is compressed above a minimum size, with Vary", async () => {
    for (const [path, accepted, encoding, unpack] of [
      ["/long", "br", "br", brotliDecompressSync],
      ["/long", "gzip", "gzip", gunzipSync],
      ["/long", "gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
      ["/long/public", "gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ] as const) {
      const { headers, body } = await ask(path, { headers: { "Accept-Encoding": accepted } });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(unpack(body).toString()).toBe("long ".repeat(1_000));
    }
    for (const [path, headers] of [
      ["/long", {}],
      ["/", { "Accept-Encoding": "br" }],
      ["/picture", { "Accept-Encoding": "br" }],
    ] as const) {
      expect((await ask(path, { headers })).headers["content-encoding"], path).toBeUndefined();
    }
  });
});

describe("a stopping server", () => {
  it("finishes the running request and accepts no new one", async () => {
    const stopping = await listen();
    const url = `http://127.0.0.1:${portOf(stopping)}`;
    const before = asked.length;
    const running = fetch(`${url}/slow`);
    await expect.poll(() => asked.length).toBe(before + 1);
    stopping.close();
    stopping.closeIdleConnections();
    await expect(fetch(url)).rejects.toThrow();
    finishSlow();
    const answer = await running;
    expect([answer.status, await answer.text()]).toEqual([200, "short"]);
    stopping.closeIdleConnections();
    await once(stopping, "close");
  });
});

describe("a form with files", () => {
  const boundary = "abc";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const start = (path: string, more = "Transfer-Encoding: chunked") =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;
  const asChunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  /** Stands in for Remix, and returns what it read of the body. */
  async function listenFor(read: (request: Request) => Promise<Response>, timeouts = {}) {
    const started = createWebServer((request) => read(request), { files, timeouts });
    started.listen(0, "127.0.0.1");
    await once(started, "listening");
    return started;
  }

  it("reaches the app while it is still being sent", async () => {
    const { promise: begun, resolve: arrived } = Promise.withResolvers<void>();
    const one = await listenFor(async (request) => {
      let bytes = 0;
      for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
        bytes += piece.length;
        arrived();
      }
      return new Response(String(bytes), { headers: { "Content-Type": "text/html" } });
    });
    const socket = connect(portOf(one), "127.0.0.1");
    const answer = once(socket, "data");
    socket.write(start("/create") + asChunk(head));
    await begun;
    socket.write(`${asChunk("rest")}0\r\n\r\n`);
    expect(String((await answer)[0])).toMatch(new RegExp(`^HTTP/1\\.1 200[\\s\\S]*\r\n\r\n${head.length + 4}$`));
    socket.destroy();
    await stop(one);
  });

  it("is not buffered while the app is busy", async () => {
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
    const one = await listenFor(async (request) => {
      await waiting;
      for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>);
      return new Response("done", { headers: { "Content-Type": "text/html" } });
    });
    const socket = connect(portOf(one), "127.0.0.1");
    const answer = once(socket, "data");
    const megabytes = 64;
    socket.write(start("/create", `Content-Length: ${megabytes * 1024 * 1024}`));
    const piece = Buffer.alloc(1024 * 1024);
    for (let count = 0; count < megabytes; count += 1) socket.write(piece);
    // Other requests are served meanwhile, so there was time to read more.
    for (let count = 0; count < 50; count += 1)
      await (await fetch(`http://127.0.0.1:${portOf(one)}/favicon.svg`)).text();
    // Socket buffers hold a few megabytes.
    expect(socket.writableLength).toBeGreaterThan(32 * 1024 * 1024);
    goOn();
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
    await stop(one);
  });

  it("delivers a long text and the file after it unchanged", async () => {
    const chunks: Uint8Array[] = [];
    let typed: FormDataEntryValue | null = "";
    const one = await listenFor(async (request) => {
      const { formData } = await readFormData(request, async ({ content }) => {
        for await (const piece of content) chunks.push(piece);
        return true;
      });
      typed = formData.get("message");
      return new Response("done", { headers: { "Content-Type": "text/html" } });
    });
    const body = new FormData();
    const text = "What the sea was like. ".repeat(20_000);
    body.append("message", text);
    const photo = Buffer.alloc(2 * 1024 * 1024, "at the sea ");
    body.append("photo", new Blob([photo]), "a.jpg");
    const answer = await fetch(`http://127.0.0.1:${portOf(one)}/create`, { method: "POST", body });
    expect(answer.status).toBe(200);
    expect(typed).toBe(text);
    expect(Buffer.concat(chunks).equals(photo)).toBe(true);
    await stop(one);
  });

  it("is read to its end before the response, even if the app stops reading", async () => {
    const one = await listenFor(
      async () => new Response("no", { status: 400, headers: { "Content-Type": "text/html" } }),
    );
    const sent = httpRequest({ port: portOf(one), path: "/create", method: "POST", headers: { "Content-Type": type } });
    for (let count = 0; count < 200; count += 1) sent.write(Buffer.alloc(64 * 1024));
    sent.end();
    const [response] = await once(sent, "response");
    expect(response.statusCode).toBe(400);
    await stop(one);
  });

  it.each([
    ["stops", 0],
    ["drips", 20],
  ])("whose sender %s in the middle is cut off, and the app notices", async (_, everyMs) => {
    const ends: unknown[] = [];
    const one = await listenFor(
      async (request) => {
        try {
          for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>);
        } catch (error) {
          ends.push(error);
          throw error;
        }
        return new Response("done");
      },
      { slowest: { bytes: 1024, within: 200 } },
    );
    const [started, ended] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
    const socket = connect(portOf(one), "127.0.0.1");
    let said = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.write(start("/create", "Content-Length: 1000000") + head);
    const drip = everyMs > 0 ? setInterval(() => socket.write("a"), everyMs) : undefined;
    await once(socket, "close");
    clearInterval(drip);
    expect(said).toMatch(/^HTTP\/1\.1 408/);
    expect(ends).toHaveLength(1);
    const timers = started.mock.results.map(({ value }) => value);
    expect(timers.length).toBeGreaterThan(everyMs > 0 ? 1 : 0);
    await vi.waitFor(() => expect(ended.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers)));
    for (const spy of [started, ended]) spy.mockRestore();
    await stop(one);
  });

  it("that breaks off fails in the app", async () => {
    const ends: unknown[] = [];
    const one = await listenFor(async (request) => {
      try {
        for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>);
      } catch (error) {
        ends.push(error);
        throw error;
      }
      return new Response("done");
    });
    const socket = connect(portOf(one), "127.0.0.1");
    socket.write(start("/create", "Content-Length: 1000000") + head, () => socket.resetAndDestroy());
    await expect.poll(() => ends.length).toBe(1);
    await stop(one);
  });

  it.each([
    ["longer than any form may be", "/create", "Content-Length: 99999999999"],
    ["longer than a part may be", "/uploads/abc/content", "Content-Length: 999999999"],
    ["sent where no files are taken", "/auth", "Content-Length: 9999999"],
  ])("%s is refused before it is sent", async (_, path, length) => {
    const before = asked.length;
    expect((await say(start(path, length))).said).toMatch(/^HTTP\/1\.1 413/);
    expect(asked.length).toBe(before);
  });
});

describe("a form", () => {
  const send = async (headers: string) =>
    (await say(`POST /auth HTTP/1.1\r\n${headers}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)).said.slice(
      9,
      12,
    );

  it.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", "null"])(
    "is accepted from %s",
    async (origin) => {
      expect(await send(`Host: localhost:3000\r\nOrigin: ${origin}`)).toBe("200");
    },
  );

  it.each(["http://evil.example", "http://evil.example:3000", "https://localhost:3000", "http://localhost:8080", "x"])(
    "is refused from %s, whatever the Host header says",
    async (origin) => {
      for (const host of ["localhost:3000", origin.replace(/^https?:\/\//, "")]) {
        expect(await send(`Host: ${host}\r\nOrigin: ${origin}`)).toBe("403");
      }
    },
  );
});

describe("an unread body", () => {
  it.each([
    ["an invalid URL", "POST /%ff HTTP/1.1", 400],
    ["a method that we do not have", "PUT / HTTP/1.1", 405],
    ["another site's form", "POST / HTTP/1.1\r\nOrigin: https://evil.example", 403],
    ["a page", "GET /long HTTP/1.1", 200],
    ["a static file", "GET /favicon.svg HTTP/1.1", 200],
  ])("closes the connection: %s", async (_, line, status) => {
    const { said } = await say(`${line}\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc`);
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  });
});
