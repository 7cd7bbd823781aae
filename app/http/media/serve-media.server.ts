import { Readable } from "node:stream";
import { copyKey, copyWidthFor } from "~/domain/media/media";
import type { StoredMedia } from "~/domain/media/media.server";
import { describeError, log } from "~/services/log.server";
import { MediaUnavailable, readMedia } from "~/services/media-store.server";

type Range = { start: number; end: number };
export type ServedMedia = Omit<StoredMedia, "vaultId">;

/** The width that the address asks a photo to have, in pixels; undefined when it asks for the file itself. */
export function wantedWidth(request: Request): number | undefined {
  const width = new URL(request.url).searchParams.get("width") ?? "";
  return /^\d{1,5}$/.test(width) ? Number(width) : undefined;
}

/** Whether the address asks for a file to keep: browsers save it then under its own name, and do not show it. */
export function isForKeeping(request: Request): boolean {
  return new URL(request.url).searchParams.has("download");
}

/**
 * Answers with a file, or with the one range of it that a player asks for (RFC 9110, section 14). Of a photo that is to
 * be `width` pixels wide it is the copy nearest to that, unless the file is for keeping.
 */
export async function serveMedia(
  request: Request,
  file: ServedMedia,
  { width, isForKeeping = false }: { width?: number | undefined; isForKeeping?: boolean } = {},
): Promise<Response> {
  if (width !== undefined && !isForKeeping && file.kind === "photo" && file.width !== null) {
    return serveCopy(request, file, copyWidthFor(file.width, width));
  }
  const headers = headersOf({ ...file, version: file.sha256.slice(0, 32) });
  if (isForKeeping) headers.set("Content-Disposition", disposition("attachment", file.fileName));
  headers.set("Accept-Ranges", "bytes");
  if (isKnown(request, headers)) return new Response(null, { status: 304, headers });
  const range = isRangeMeant(request, headers) && requestedRange(request.headers.get("Range"), file.bytes);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range || { start: 0, end: file.bytes - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${file.bytes}`);
  const { kind, storageKey } = file;
  const isWanted = file.bytes > 0 && request.method !== "HEAD";
  return send(isWanted && (() => readMedia(storageKey, { kind, start, end })), { status: range ? 206 : 200, headers });
}

async function serveCopy(request: Request, file: ServedMedia, width: number): Promise<Response> {
  const fileName = `${file.fileName.replace(/\.\w{1,5}$/, "")}.webp`;
  const headers = headersOf({ contentType: "image/webp", fileName, version: `${file.sha256.slice(0, 32)}-${width}` });
  if (isKnown(request, headers)) return new Response(null, { status: 304, headers });
  const read = () => readMedia(copyKey(file.storageKey, width), { kind: "photo" });
  return send(request.method !== "HEAD" && read, { headers });
}

/** A store that does not answer is no reason to think that the file is gone: browsers are asked to come again. */
async function send(read: (() => Promise<Readable>) | false, init: ResponseInit): Promise<Response> {
  try {
    return new Response(read ? (Readable.toWeb(await read()) as ReadableStream) : null, init);
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    log.warn({ err: describeError(error) }, "the media store does not answer");
    return new Response(null, { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } });
  }
}

/** Whether the browser has this version already; proxies that compress mark it as weak. */
function isKnown(request: Request, headers: Headers): boolean {
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(headers.get("ETag") ?? "") || known.includes("*");
}

/** Ranges are for GET, and with `If-Range` only for the version that is named there; otherwise the whole file goes out. */
function isRangeMeant(request: Request, headers: Headers): boolean {
  const version = request.headers.get("If-Range");
  return request.method === "GET" && (version === null || version === headers.get("ETag"));
}

function headersOf({ contentType, fileName, version }: { contentType: string; fileName: string; version: string }) {
  return new Headers({
    "Content-Type": contentType,
    "Content-Disposition": disposition("inline", fileName),
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: `"${version}"`,
  });
}

/**
 * A file's name as RFC 6266 wants it: for browsers of our day in UTF-8 (RFC 8187), for older ones in plain letters,
 * neither of them able to end the header or to name a folder.
 */
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

/** The one range a header asks for; several at once, and what is not understood, count as none. */
export function requestedRange(header: string | null, bytes: number): Range | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? "unsatisfiable" : { start, end };
}
