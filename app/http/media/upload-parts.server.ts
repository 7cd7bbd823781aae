import { json } from "@remix-run/node";
import { receiveUploadPart } from "~/domain/media/receive-part.server";
import { uploadRefusal } from "~/domain/media/refusals";
import { type Upload, uploadRefused } from "~/domain/media/uploads.server";
import { CSRF_FIELD, createCsrfToken, isCsrfTokenValid, readVisitor } from "~/http/csrf.server";
import { readFormData } from "~/http/form-data.server";
import { log } from "~/services/log.server";
import { type DirectUpload, directUpload, MediaUnavailable } from "~/services/media-store.server";
import { refuseUpload, uploadNotUnderstood, uploadStale } from "./upload-answer.server";

const MB = 1024 * 1024;
/** Cloudinary keeps nothing of a part that breaks off, and requires 5 MB of all but the last. */
const DIRECT_PART_BYTES = 5 * MB;
/** This server continues within a part that broke off, so large parts lose nothing and save requests. */
const OWN_PART_BYTES = 20 * MB;

/** A file whose first part came to this server goes on here, also once the store takes files directly. */
export async function uploadTarget(
  request: Request,
  { id, storageKey, kind, receivedBytes }: Upload,
): Promise<{ to: DirectUpload; partBytes: number }> {
  const visitor = await readVisitor(request);
  const fields = { [CSRF_FIELD]: visitor === undefined ? "" : createCsrfToken(visitor) };
  const direct = receivedBytes === 0 ? directUpload(storageKey, kind) : undefined;
  if (direct) return { to: direct, partBytes: DIRECT_PART_BYTES };
  return { to: { url: `/uploads/${id}/content`, fields }, partBytes: OWN_PART_BYTES };
}

/**
 * Takes a part in Cloudinary's protocol: a form with `file` last, and a `Content-Range`. Returns 409 with the bytes
 * received so far for a part that leaves a gap or is sent twice at once.
 */
export async function takePart(request: Request, upload: Upload): Promise<Response> {
  const start = firstByte(request.headers.get("Content-Range"), upload.bytes);
  if (start === undefined) return uploadNotUnderstood();
  let answer: Response | undefined;
  await readFormData(request, async ({ name, content }, fields) => {
    if (name !== "file" || answer) return false;
    const isOurs = await isCsrfTokenValid(request, fields.get(CSRF_FIELD));
    answer = isOurs ? await savePart(upload, start, content) : uploadStale();
    return true;
  });
  return answer ?? uploadNotUnderstood();
}

async function savePart(upload: Upload, start: number, content: AsyncIterable<Uint8Array>): Promise<Response> {
  const received = await receiveUploadPart(upload, start, content).catch((error: unknown) => {
    if (!(error instanceof MediaUnavailable)) throw error;
    log.warn({ err: error }, "the media store does not answer");
    return undefined;
  });
  if (!received) return refuseUpload(503, uploadRefused("no_store", upload));
  if (received.ok) return json(received);
  const { reason, receivedBytes } = received;
  if (reason === "too_long") return uploadNotUnderstood();
  return refuseUpload(409, { reason: "incomplete", message: uploadRefusal("broke_off", upload), receivedBytes });
}

/** RFC 9110, section 14.4; without the header it is the whole file. */
function firstByte(contentRange: string | null, bytes: number): number | undefined {
  if (contentRange === null) return 0;
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange)?.map(Number) ?? [];
  if (first === undefined || last === undefined || total !== bytes) return undefined;
  return first <= last && last < total ? first : undefined;
}
