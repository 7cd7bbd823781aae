import { isCuid } from "@paralleldrive/cuid2";
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";
import { type FormPurpose, MEDIA_KINDS } from "~/domain/media/media";
import { startUpload } from "~/domain/media/start-upload.server";
import { storedType } from "~/domain/vault/vault";
import { readUploadForm, refuseUpload } from "~/http/media/upload-answer.server";
import { uploadLimit } from "~/http/media/upload-limit.server";
import { storerOf } from "~/http/media/upload-owner.server";
import { uploadTarget } from "~/http/media/upload-parts.server";
import { rateLimited, tooManyBytes } from "~/http/rate-limit.server";

const newUploadSchema = z.object({
  id: z.string().refine(isCuid).optional(),
  formId: z.string().refine(isCuid),
  kind: z.enum(MEDIA_KINDS),
  fileName: z.string().max(1_000),
  bytes: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  type: z
    .string()
    .max(40)
    .transform((type): FormPurpose => (type === "reply" || type === "board-post" ? type : storedType(type))),
});

/** Starts or resumes an upload. Returns the URL for its parts, and its progress. */
export async function action({ request, context }: ActionFunctionArgs) {
  const sent = await readUploadForm(request, context, newUploadSchema);
  if (!sent.ok) return sent.response;
  const limit =
    (await rateLimited(await uploadLimit(request, context, sent.value.type))) ??
    (await tooManyBytes(context.clientIp, sent.value.bytes));
  if (limit) return refuseUpload(429, { reason: "too_often", message: limit.form ?? "" }, limit.headers);
  const started = await startUpload(sent.owner, { ...sent.value, storer: await storerOf(context) });
  if (!started.ok) return refuseUpload(400, started);
  const { id, receivedBytes } = started.upload;
  const target = await uploadTarget(request, started.upload);
  return json({ ok: true, id, ...target, receivedBytes });
}
