import { isCuid } from "@paralleldrive/cuid2";
import { type FormPurpose, MEDIA_KINDS, MEDIA_MAX_BYTES, type MediaKind } from "~/domain/media/media";
import { receiveUpload } from "~/domain/media/receive-upload.server";
import { removeUploads } from "~/domain/media/uploads.server";
import { CSRF_FIELD, isCsrfTokenValid } from "~/http/csrf.server";
import { FILES_AGAIN, type FormRefusal } from "~/http/form.server";
import type { SentFile } from "~/http/form-data.server";
import { type LimitKeys, rateLimited, refundUpload, tooManyBytes } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import type { ToastContent } from "~/http/toast.server";
import { uploadLimit } from "./upload-limit.server";
import { storerOf } from "./upload-owner.server";

const FILE_UPLOAD_FAILED: ToastContent = {
  title: "File Upload Failed",
  description: "Failed to upload media files. Please try again.",
  kind: "error",
};

/** The response to a photo when too many others are waiting. */
export const BUSY = { status: 503, headers: { "Retry-After": "30" } } as const;

export function formIdOf(fields: FormData): string | undefined {
  const formId = fields.get("formId");
  return typeof formId === "string" && isCuid(formId) ? formId : undefined;
}

export function removedOf(fields: FormData): string[] {
  return fields.getAll("remove").map(String);
}

const chooseAgain = (fileName: string) => `Please choose “${fileName}” again.`;

/** No file is stored unless a valid CSRF token precedes it. Removed files are deleted first, to make room. */
export function createFormUploads(
  request: Request,
  context: RequestContext,
  { owner, type }: { owner: string | undefined; type: FormPurpose },
) {
  const refusals: Record<string, string> = {};
  const length = Number(request.headers.get("Content-Length") ?? 0);
  let isOurs: Promise<boolean> | undefined;
  let limit: FormRefusal | undefined;
  let keys: LimitKeys | undefined;
  let isMeasured: ReturnType<typeof tooManyBytes> | undefined;
  /** A body without a length counts as the largest file for each of its files. */
  const measure = (kind: MediaKind) => {
    if (length === 0) return tooManyBytes(context.clientIp, MEDIA_MAX_BYTES[kind]);
    isMeasured ??= tooManyBytes(context.clientIp, length);
    return isMeasured;
  };
  let isBusy = false;
  let hasReceived = false;
  let toast: ToastContent | undefined;

  function refuse(kind: MediaKind, message: string): void {
    refusals[kind] = [refusals[kind], message].filter(Boolean).join(" ");
  }
  /** Its field says so, as browsers do not send it again. */
  function ignore(kind: MediaKind, fileName: string): true {
    refuse(kind, chooseAgain(fileName));
    return true;
  }

  async function begin(fields: FormData): Promise<boolean> {
    if (!(await isCsrfTokenValid(request, fields.get(CSRF_FIELD)))) return false;
    if (owner && formIdOf(fields)) await removeUploads(owner, removedOf(fields));
    return true;
  }
  const open = (fields: FormData): Promise<boolean> => {
    isOurs ??= begin(fields);
    return isOurs;
  };

  return {
    open,
    async take({ name, fileName, content }: SentFile, fields: FormData): Promise<boolean> {
      const kind = MEDIA_KINDS.find((known) => known === name);
      if (!kind) return false;
      const first = await content.next();
      // Browsers send an empty file field as a file without name and content.
      if (first.done && fileName === "") return true;
      const formId = formIdOf(fields);
      if (!(await open(fields)) || !owner || !formId) return ignore(kind, fileName);
      keys ??= await uploadLimit(request, context, type);
      limit ??= await rateLimited(keys);
      limit ??= await measure(kind);
      if (limit) return ignore(kind, fileName);
      const storer = await storerOf(context);
      const bytes = length === 0 ? MEDIA_MAX_BYTES[kind] : Math.min(length, MEDIA_MAX_BYTES[kind]);
      const file = { formId, kind, fileName, bytes, type, storer };
      const received = await receiveUpload(owner, file, withFirst(first, content));
      if (received.ok) hasReceived = true;
      if (!received.ok && received.reason === "busy") {
        await refundUpload(keys, context.clientIp, isBusy || hasReceived ? 0 : length);
        isBusy = true;
      }
      if (!received.ok && ["broke_off", "no_store"].includes(received.reason)) toast = FILE_UPLOAD_FAILED;
      if (!received.ok) refuse(kind, received.message);
      return true;
    },
    refusal(): FormRefusal | undefined {
      if (limit) return { ...limit, form: `${limit.form} ${FILES_AGAIN}`, fields: refusals };
      if (Object.keys(refusals).length === 0) return undefined;
      return { fields: refusals, ...(isBusy && BUSY), ...(toast && { toast }) };
    },
    hasReceived: () => hasReceived,
  };
}

async function* withFirst(first: IteratorResult<Buffer, void>, rest: SentFile["content"]): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
