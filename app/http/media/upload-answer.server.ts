import { json } from "@remix-run/node";
import type { z } from "zod";
import type { UploadRefusal } from "~/domain/media/refusals";
import type { StorageRefusal } from "~/domain/media/storage-refusals.server";
import { CSRF_FIELD, isCsrfTokenValid } from "~/http/csrf.server";
import { COOKIES_NEEDED, STALE_PAGE } from "~/http/form.server";
import { readFormData } from "~/http/form-data.server";
import type { RequestContext } from "~/http/request-context.server";
import { uploadOwnerOf } from "./upload-owner.server";

type Reason =
  | UploadRefusal
  | StorageRefusal
  | "stale_page"
  | "not_understood"
  | "not_found"
  | "too_often"
  | "incomplete";

const NOT_UNDERSTOOD = "We couldn’t understand this upload. Please reload the page and try again.";
const NOT_FOUND = "This file is gone. Please add it again.";

export function refuseUpload(
  status: 400 | 403 | 404 | 409 | 429 | 503,
  { reason, message, ...more }: { reason: Reason; message: string; receivedBytes?: number },
  headers?: HeadersInit,
): Response {
  return json({ ok: false, reason, message, ...more }, { status, ...(headers && { headers }) });
}

export const uploadNotFound = () => refuseUpload(404, { reason: "not_found", message: NOT_FOUND });
export const uploadNotUnderstood = () => refuseUpload(400, { reason: "not_understood", message: NOT_UNDERSTOOD });
export const uploadStale = (hasCookie = true) =>
  refuseUpload(403, { reason: "stale_page", message: hasCookie ? STALE_PAGE : COOKIES_NEEDED });

export async function readUploadForm<Schema extends z.ZodType>(
  request: Request,
  context: RequestContext,
  schema: Schema,
): Promise<{ ok: true; owner: string; value: z.output<Schema> } | { ok: false; response: Response }> {
  const owner = await uploadOwnerOf(request, context);
  const { formData, isGarbled } = await readFormData(request);
  if (!owner || !(await isCsrfTokenValid(request, formData.get(CSRF_FIELD)))) {
    return { ok: false, response: uploadStale(owner !== undefined) };
  }
  const fields = schema.safeParse(Object.fromEntries(formData));
  if (isGarbled || !fields.success) return { ok: false, response: uploadNotUnderstood() };
  return { ok: true, owner, value: fields.data };
}
