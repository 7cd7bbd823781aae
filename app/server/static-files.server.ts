import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { lookup } from "mrmime";

export type StaticFile = {
  type: string;
  etag: string;
  cacheControl: string;
  identity: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
};
export type StaticFiles = Map<string, StaticFile>;

/** Files under /assets have a hash of their content in their name. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Scripts at fixed URLs have to fit the page, also just after an update. */
const CHECKED = "public, no-cache";
const HOURLY = "public, max-age=3600";
const MONTHLY = "public, max-age=2592000";
export const COMPRESSED = /\.(br|gz)$/;

/** In memory, with `.br` and `.gz`. Not sirv: its ETags hold the build time, its 304s lack Cache-Control and Vary. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes(".vite"))
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          return [path.slice(folder.length).replaceAll("\\", "/"), await readFile(path)] as const;
        }),
    ),
  );
  const isServed = (url: string) => !COMPRESSED.test(url) || !contents.has(url.replace(COMPRESSED, ""));
  const describe = (url: string, identity: Buffer) =>
    toStaticFile(url, { identity, br: contents.get(`${url}.br`), gzip: contents.get(`${url}.gz`) });
  return new Map(
    [...contents].filter(([url]) => isServed(url)).map(([url, identity]) => [url, describe(url, identity)]),
  );
}

export function toStaticFile(url: string, content: Pick<StaticFile, "identity" | "br" | "gzip">): StaticFile {
  const etag = `"${createHash("sha256").update(content.identity).digest("base64url").slice(0, 22)}"`;
  return { ...typeAndAge(url), etag, ...content };
}

function typeAndAge(url: string) {
  const type = lookup(url) ?? "application/octet-stream";
  return { type: type.startsWith("text/") ? `${type}; charset=utf-8` : type, cacheControl: cacheControlOf(url) };
}

function cacheControlOf(url: string): string {
  if (url.startsWith("/assets/")) return IMMUTABLE;
  if (url.endsWith(".js")) return CHECKED;
  return url.startsWith("/fonts/") ? MONTHLY : HOURLY;
}

/** Returns false if there is no file. */
export function serveStatic(file: StaticFile | undefined, request: IncomingMessage, response: ServerResponse): boolean {
  if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
  response.setHeader("ETag", file.etag);
  response.setHeader("Cache-Control", file.cacheControl);
  response.setHeader("Vary", "Accept-Encoding");
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304).end();
    return true;
  }
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding =
    file.br && /\bbr\b/.test(accepted) ? "br" : file.gzip && /\bgzip\b/.test(accepted) ? "gzip" : undefined;
  const body = (encoding && file[encoding]) || file.identity;
  if (encoding) response.setHeader("Content-Encoding", encoding);
  response.writeHead(200, { "Content-Type": file.type, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}
