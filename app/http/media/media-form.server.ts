import type { z } from "zod";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { listFormFiles, setAltTexts } from "~/domain/media/form-files.server";
import type { FormFile, FormPurpose } from "~/domain/media/media";
import { type ReadForm, validateForm } from "~/http/form.server";
import { readFormData } from "~/http/form-data.server";
import type { RequestContext } from "~/http/request-context.server";
import { createUploadDesk, formIdOf, removedOf } from "./upload-desk.server";
import { uploadOwnerOf } from "./upload-owner.server";

/** Which button sent the form. */
export const FORM_INTENTS = ["schedule", "draft", "attach", "rehearse", "test-recipient"] as const;
export type FormIntent = (typeof FORM_INTENTS)[number];

export type MediaForm = {
  intent: FormIntent;
  /** Whose the form's files are; undefined only for a browser that no form was shown to. */
  owner: string | undefined;
  formId: string | undefined;
  /** The form's files as they are now: those saved with the vault, those that came before and those that came along. */
  files: FormFile[];
  /** For `attachUploads`: the saved files that stay, and what pictures show. */
  keep: string[];
  altTexts: Record<string, string>;
  /** Files of another vault that are to be copied into the form: the caller knows of which. */
  copies: string[];
};

export type ReadMediaForm<Value> = ReadForm<Value> & MediaForm;

/**
 * Reads a posted form that may carry files: like `readForm`, while the files go straight into uploads of the form
 * (`formId`), nothing of them being held in memory. A file that is refused is an error of its field (`photo`,
 * `video`, `audio`); all else that was typed or sent is kept. Every refusal carries `files` beside Conform's result.
 * `schema` may depend on the button that was pressed, and on whether there are files to save. `vaultId` is the vault that is edited, checked by the caller.
 */
export async function readMediaForm<Schema extends z.ZodType>(
  request: Request,
  context: RequestContext,
  schema: Schema | ((intent: FormIntent, hasFiles: boolean) => Schema),
  { type, vaultId }: { type: FormPurpose; vaultId?: string | undefined },
): Promise<ReadMediaForm<z.output<Schema>>> {
  const owner = await uploadOwnerOf(request, context);
  const desk = createUploadDesk(request, context, { owner, type });
  const { formData, isGarbled } = await readFormData(request, desk.take);
  const isOurs = await desk.open(formData);
  const intent = FORM_INTENTS.find((known) => known === formData.get("intent")) ?? "schedule";
  const formId = formIdOf(formData);
  const altTexts = altTextsOf(formData);
  if (isOurs && owner && formId) await setAltTexts(owner, formId, altTexts);
  const files = owner && formId ? await listFormFiles(owner, formId, vaultId) : [];
  const saved = files.filter(({ state }) => state === "saved").map(({ id }) => id);
  const removed = removedOf(formData);
  const copies = formData.getAll("copy").map(String);
  const isThere = files.some(({ id, state }) => state === "ready" || (state === "saved" && !removed.includes(id)));
  const hasFiles = isThere || copies.length > 0;
  const rules = typeof schema === "function" ? schema(intent, hasFiles) : schema;
  // Whatever was typed where: the link in the form of a board is the one that this form makes.
  const also = { files, inviteLink: formId ? inviteLinkFor(type, formId) : null };
  const validated = validateForm(formData, { isGarbled, isOurs }, rules, { also, refusal: desk.refusal() });
  return {
    ...validated,
    intent,
    owner,
    formId,
    files,
    keep: saved.filter((id) => !removed.includes(id)),
    altTexts,
    copies,
  };
}

function altTextsOf(formData: FormData): Record<string, string> {
  const texts = [...formData].filter(([name, value]) => name.startsWith("alt_") && typeof value === "string");
  return Object.fromEntries(texts.map(([name, value]) => [name.slice("alt_".length), String(value)]));
}
