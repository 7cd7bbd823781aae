import { isCuid } from "@paralleldrive/cuid2";
import { type FormPurpose, MEDIA_KINDS, MEDIA_MAX_BYTES } from "~/domain/media/media";
import { receiveUpload } from "~/domain/media/receive-upload.server";
import { removeUpload } from "~/domain/media/uploads.server";
import { CSRF_FIELD, isCsrfTokenValid } from "~/http/csrf.server";
import type { Refusal } from "~/http/form.server";
import type { SentFile } from "~/http/form-data.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";

/** The form that its files belong to; undefined when it does not say so. */
export function formIdOf(fields: FormData): string | undefined {
  const formId = fields.get("formId");
  return typeof formId === "string" && isCuid(formId) ? formId : undefined;
}

/** The files whose "Remove" was ticked. */
export function removedOf(fields: FormData): string[] {
  return fields.getAll("remove").map(String);
}

/**
 * Takes the files of one posted form. It opens once, with the first file or when all fields are there: not a byte of a
 * file is kept unless what came before it shows that the form is ours, and what is to be removed makes room first.
 */
export function createUploadDesk(
  request: Request,
  context: RequestContext,
  { owner, type }: { owner: string | undefined; type: FormPurpose },
) {
  const refusals: Record<string, string> = {};
  let isOurs: Promise<boolean> | undefined;
  let limit: Refusal | undefined;

  async function begin(fields: FormData): Promise<boolean> {
    if (!(await isCsrfTokenValid(request, fields.get(CSRF_FIELD)))) return false;
    if (owner && formIdOf(fields)) for (const id of removedOf(fields)) await removeUpload(owner, id);
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
      // A file field that nobody chose a file in is sent as a file without name and content.
      if (first.done && fileName === "") return true;
      const formId = formIdOf(fields);
      if (!(await open(fields)) || !owner || !formId) return true;
      limit ??= await tooOften({ upload_address: context.clientAddress });
      if (limit) return true;
      const file = { formId, kind, fileName, bytes: bytesToCome(request, kind), type };
      const received = await receiveUpload(owner, file, withFirst(first, content));
      if (!received.ok) refusals[kind] = [refusals[kind], received.message].filter(Boolean).join(" ");
      return true;
    },
    /** What was wrong with the files. */
    refusal: (): Refusal | undefined => limit ?? (Object.keys(refusals).length > 0 ? { fields: refusals } : undefined),
  };
}

/** No file can be longer than the request that brings it. */
function bytesToCome(request: Request, kind: keyof typeof MEDIA_MAX_BYTES): number {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  return length > 0 ? Math.min(length, MEDIA_MAX_BYTES[kind]) : MEDIA_MAX_BYTES[kind];
}

function withFirst(first: IteratorResult<Buffer, void>, rest: AsyncIterator<Buffer, void>): AsyncIterable<Buffer> {
  let ahead: typeof first | undefined = first;
  const next = async () => {
    const given = ahead ?? (await rest.next());
    ahead = undefined;
    return given;
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
