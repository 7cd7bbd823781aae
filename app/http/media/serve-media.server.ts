import type { Readable } from "node:stream";
import { fileNameFor } from "~/domain/media/file-name";
import { readWithoutLocation } from "~/domain/media/location/without-location.server";
import { copyKey, copyWidthFor } from "~/domain/media/media";
import type { StoredMedia } from "~/domain/media/media.server";
import { responseStream } from "~/http/response-stream.server";
import { log } from "~/services/log.server";
import { MediaUnavailable, readMedia } from "~/services/media-store.server";

type Range = { start: number; end: number };
export type ServedMedia = Omit<StoredMedia, "vaultId">;

/** In pixels; undefined for the original file. */
export function wantedWidth(request: Request): number | undefined {
  const width = new URL(request.url).searchParams.get("width") ?? "";
  return /^\d{1,5}$/.test(width) ? Number(width) : undefined;
}

export function isDownload(request: Request): boolean {
  return new URL(request.url).searchParams.has("download");
}

type MediaOptions = {
  width?: number | undefined;
  isDownload?: boolean;
  /** Without the location in its metadata; photos only as a copy. */
  isShared?: boolean;
};

/** In pixels: larger than any copy. */
const LARGEST = 100_000;

/**
 * The file, or the range that a player requests (RFC 9110, section 14). With `width`, in pixels, the nearest copy of a
 * photo, unless it is a download. Its name gets the ending of its content.
 */
export async function serveMedia(
  request: Request,
  file: ServedMedia,
  { width, isDownload = false, isShared = false }: MediaOptions = {},
): Promise<Response> {
  const isCopy = isShared || (width !== undefined && !isDownload && file.width !== null);
  if (file.kind === "photo" && isCopy) {
    const copy = copyWidthFor(file.width ?? LARGEST, width ?? LARGEST);
    return serveCopy(request, file, { width: copy, isDownload });
  }
  const { kind, storageKey, bytes } = file;
  const version = `${file.sha256.slice(0, 32)}${isShared ? "-shared" : ""}`;
  const headers = headersOf({ ...file, version, isDownload });
  const read = (range: Range) =>
    isShared ? readWithoutLocation(file, range) : readMedia(storageKey, { kind, ...range });
  return serveRange(request, { headers, bytes, read });
}

type Ranged = { headers: Headers; bytes: number; read: (range: Range) => Promise<Readable> };

/** Serves the whole or the requested range of a resource with an ETag. */
async function serveRange(request: Request, { headers, bytes, read }: Ranged): Promise<Response> {
  headers.set("Accept-Ranges", "bytes");
  if (isKnown(request, headers)) return new Response(null, { status: 304, headers });
  const range = isRangeHonoured(request, headers) && requestedRange(request.headers.get("Range"), bytes);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range || { start: 0, end: bytes - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${bytes}`);
  const isWanted = bytes > 0 && request.method !== "HEAD";
  return send(request, isWanted && (() => read({ start, end })), { status: range ? 206 : 200, headers });
}

type Archive = { id: string; fileName: string; bytes: number; read: Ranged["read"] };

/** Serves a download that can be resumed. */
export function serveArchive(request: Request, { id, fileName, bytes, read }: Archive): Promise<Response> {
  const headers = new Headers({
    "Content-Type": "application/zip",
    "Content-Disposition": disposition("attachment", fileName),
    "Cache-Control": "private, no-cache",
    ETag: `"${id}"`,
  });
  return serveRange(request, { headers, bytes, read });
}

async function serveCopy(
  request: Request,
  { fileName, sha256, storageKey }: ServedMedia,
  { width, isDownload }: { width: number; isDownload: boolean },
): Promise<Response> {
  const version = `${sha256.slice(0, 32)}-${width}`;
  const headers = headersOf({ contentType: "image/webp", fileName, version, isDownload });
  if (isKnown(request, headers)) return new Response(null, { status: 304, headers });
  const read = () => readMedia(copyKey(storageKey, width), { kind: "photo" });
  return send(request, request.method !== "HEAD" && read, { headers });
}

/** 503 while the store is unavailable, so that browsers retry. */
async function send(request: Request, read: (() => Promise<Readable>) | false, init: ResponseInit): Promise<Response> {
  try {
    if (!read) return new Response(null, init);
    const content = await read();
    content.on("error", (error: NodeJS.ErrnoException) => {
      const hasReaderLeft = error.code === "ERR_STREAM_PREMATURE_CLOSE";
      if (!hasReaderLeft) log.error({ err: error }, "a file broke off while it was sent");
    });
    return new Response(responseStream(content, request), init);
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    log.warn({ err: error }, "the media store does not answer");
    return new Response(null, { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } });
  }
}

/** Compressing proxies make the ETag weak. */
function isKnown(request: Request, headers: Headers): boolean {
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(headers.get("ETag") ?? "") || known.includes("*");
}

/** For GET only, and only if `If-Range` names this version. */
function isRangeHonoured(request: Request, headers: Headers): boolean {
  const version = request.headers.get("If-Range");
  return request.method === "GET" && (version === null || version === headers.get("ETag"));
}

type Sent = { contentType: string; fileName: string; version: string; isDownload: boolean };

function headersOf({ contentType, fileName, version, isDownload }: Sent) {
  const name = fileNameFor(fileName, contentType);
  return new Headers({
    "Content-Type": contentType,
    "Content-Disposition": disposition(isDownload ? "attachment" : "inline", name),
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: `"${version}"`,
  });
}

/** Content-Disposition (RFC 6266) with the file name in UTF-8 (RFC 8187) and in ASCII. No name can break the header. */
export function disposition(type: "inline" | "attachment", fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^\w .()+,=@-]/g, "_")
    .replace(/^[. ]+/, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Several ranges, or an invalid header, count as none. */
export function requestedRange(header: string | null, bytes: number): Range | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? "unsatisfiable" : { start, end };
}
