import type { z } from "zod";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { type Copied, copyMedia } from "~/domain/media/copy-media.server";
import { type FormFile, mediaLimits } from "~/domain/media/media";
import { COPY_GONE } from "~/domain/media/refusals";
import { type FormKind, formKindOf, storedType, type VaultState, type VaultType } from "~/domain/vault/vault";
import { findFormsVault } from "~/domain/writing/draft.server";
import { type CopiesToMake, findCopiesToMake } from "~/domain/writing/draft-copies.server";
import { acquireSlot } from "~/http/concurrency.server";
import type { FormRefusal } from "~/http/form.server";
import { BUSY } from "~/http/media/form-uploads.server";
import { type FormIntent, type ReadMediaForm, readMediaForm } from "~/http/media/media-form.server";
import type { RequestContext } from "~/http/request-context.server";
import { shareRunning } from "~/services/running-work.server";
import type { FormParams } from "./form-url.server";
import { formRefusalOf } from "./refusals";

const ID = /^[a-z0-9]{24}$/;
/** No vault has more files. */
const COPIES_MAX = mediaLimits("memory-board").total;

type Rules<Value> = (kind: FormKind, intent: FormIntent, hasFiles: boolean) => z.ZodType<Value>;

export type SentVaultForm<Value> = ReadMediaForm<Value> & {
  type: VaultType;
  edited: { id: string; state: VaultState; formId: string | null } | undefined;
};

/** Refuses, with its values, a form for a vault of another user. */
export async function readVaultForm<Value>(
  user: User | undefined,
  params: FormParams,
  request: Request,
  context: RequestContext,
  rules: Rules<Value>,
): Promise<SentVaultForm<Value>> {
  const viewed =
    params.mode === "edit" && user ? await viewVault({ user }, params.id, undefined, { withPosts: false }) : undefined;
  const vault = viewed?.view.as === "owner" ? viewed.vault : undefined;
  const edited = vault && { id: vault.id, state: vault.state, formId: vault.formId };
  // Files of vaults in other states are content: a sealed vault's are hidden from its owner, too.
  const isEditable = viewed?.seesContent && ["draft", "scheduled"].includes(edited?.state ?? "");
  const vaultOf = async (formId: string) => {
    if (params.mode === "edit") return isEditable ? edited?.id : undefined;
    return user && findFormsVault(user, formId);
  };
  const type = storedType(params.mode === "edit" ? vault?.type : params.type);
  const form = await readMediaForm<z.ZodType<Value>>(
    request,
    context,
    (intent, hasFiles) => rules(formKindOf(type), intent, hasFiles),
    { type, vaultOf, userId: user?.id },
  );
  if (form.ok && user && params.mode === "edit" && !vault) {
    const response = form.refuse(formRefusalOf({ ok: false, reason: "not_found" }));
    return { ...form, ok: false, response, type, edited };
  }
  return { ...form, type, edited };
}

/** Like `readVaultForm`, but also adds copies of the ticked files of a vault that is sent again. */
export async function receiveVaultForm<Value>(
  user: User | undefined,
  params: FormParams,
  request: Request,
  context: RequestContext,
  rules: Rules<Value>,
): Promise<SentVaultForm<Value>> {
  const form = await readVaultForm(user, params, request, context, rules);
  const { owner, formId, files, type } = form;
  const copies = form.ok && user && owner && formId ? await tickedCopies(params, form) : undefined;
  if (!form.ok || !user || !owner || !formId || !copies) return form;
  const copied = await makeCopies(user, copies, { owner, formId, type }, context);
  if (!copied.ok) return { ...form, ok: false, response: form.refuse(copied.refusal) };
  files.push(...copied.files);
  return form;
}

/** The ticked files. Undefined for a form that sends no vault again. */
export async function tickedCopies(
  params: FormParams,
  { copies, altTexts, edited }: SentVaultForm<unknown>,
): Promise<CopiesToMake | undefined> {
  const isDraft = edited?.state === "draft";
  const originalId = params.copyOf ?? (isDraft ? (await findCopiesToMake(edited.id))?.originalId : undefined);
  if (!originalId || !ID.test(originalId)) return undefined;
  return { originalId, mediaIds: copies.filter((id) => ID.test(id)).slice(0, COPIES_MAX), altTexts };
}

type Copying = Pick<Parameters<typeof copyMedia>[0], "owner" | "formId" | "type">;
type Made = { ok: true; files: FormFile[] } | { ok: false; refusal: FormRefusal };

const share = shareRunning<Made>();

/**
 * Copies files to uploads of the form, once for a form that is sent twice at once. Refuses without copying any when the
 * user may no longer read the original.
 */
export function makeCopies(
  user: User,
  copies: CopiesToMake,
  copying: Copying,
  context: Pick<RequestContext, "clientIp">,
): Promise<Made> {
  return share(JSON.stringify([copying, copies]), () => makeOnce(user, copies, copying, context));
}

async function makeOnce(
  user: User,
  { originalId, mediaIds, altTexts }: CopiesToMake,
  copying: Copying,
  { clientIp }: Pick<RequestContext, "clientIp">,
): Promise<Made> {
  if (mediaIds.length === 0) return { ok: true, files: [] };
  const original = await viewVault({ user }, originalId, undefined, { withPosts: false });
  if (original?.view.as !== "owner" || !original.seesContent) return { ok: false, refusal: { form: COPY_GONE } };
  const slot = acquireSlot("copy", { person: user.id, ip: clientIp });
  if (!slot.ok) return slot;
  try {
    await recordReading(original);
    const copied = await copyMedia({ ...copying, vaultId: originalId, ids: mediaIds, altTexts, storer: user });
    return copied.ok ? copied : { ok: false, refusal: refusalOf(copied) };
  } finally {
    slot.release();
  }
}

function refusalOf(copied: Extract<Copied, { ok: false }>): FormRefusal {
  if (copied.kind === undefined) return { form: copied.message };
  return { fields: { [copied.kind]: copied.message }, ...(copied.reason === "busy" && BUSY) };
}
