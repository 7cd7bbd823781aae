import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { lookup } from "mrmime";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

type StaticFile = { type: string; etag: string; cacheControl: string; identity: Buffer; br?: Buffer; gzip?: Buffer };
export type StaticFiles = Map<string, StaticFile>;

/** The build names files under /assets by their content: they never change. */
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Names that stay the same when the content changes. */
const HOURLY = "public, max-age=3600";
const MONTHLY = "public, max-age=2592000";
const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;

/** Reads every file below `folder` into memory, compressed once. Keys are paths as they are asked for. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(".vite"))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const url = path.slice(folder.length).replaceAll("\\", "/");
        return [url, await prepare(url, await readFile(path))] as const;
      }),
  );
  return new Map(files);
}

async function prepare(url: string, identity: Buffer): Promise<StaticFile> {
  const type = lookup(url) ?? "application/octet-stream";
  const file: StaticFile = {
    type: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    cacheControl: cacheControlOf(url),
    identity,
  };
  if (!COMPRESSIBLE.test(type)) return file;
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    deflate(identity, { level: 9 }),
  ]);
  return { ...file, br, gzip: gz };
}

function cacheControlOf(url: string): string {
  if (url.startsWith("/assets/")) return IMMUTABLE;
  return url.startsWith("/fonts/") ? MONTHLY : HOURLY;
}

/** Answers a GET or HEAD for a static file; false when there is none at this path. */
export function serveStatic(
  files: StaticFiles,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const file = files.get(pathname);
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
