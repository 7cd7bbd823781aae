import { Readable } from "node:stream";
import type { StoredMedia } from "~/domain/media/media.server";
import { readMedia } from "~/services/media-store.server";

type Range = { start: number; end: number };

/** Answers with a file, or with the one range of it that a player asks for (RFC 9110, section 14). */
export function serveMedia(request: Request, file: StoredMedia): Response {
  const headers = new Headers({
    "Content-Type": file.contentType,
    "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    ETag: `"${file.sha256.slice(0, 32)}"`,
  });
  if (request.headers.get("If-None-Match") === headers.get("ETag")) return new Response(null, { status: 304, headers });
  const range = requestedRange(request.headers.get("Range"), file.bytes);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${file.bytes}`);
  const body = file.bytes > 0 ? (Readable.toWeb(readMedia(file.storageKey, { start, end })) as ReadableStream) : null;
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** The one range a header asks for; several at once, and what is not understood, count as none. */
export function requestedRange(header: string | null, bytes: number): Range | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end || start >= bytes ? "unsatisfiable" : { start, end };
}
