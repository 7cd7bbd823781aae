import type { z } from "zod";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { copyMedia } from "~/domain/media/copy-media.server";
import { type FormKind, formKindOf, storedType, type VaultState, type VaultType } from "~/domain/vault/vault";
import { findFormsVault } from "~/domain/writing/draft.server";
import { acquireSlot } from "~/http/concurrency.server";
import type { FormRefusal } from "~/http/form.server";
import { BUSY } from "~/http/media/form-uploads.server";
import { type FormIntent, type ReadMediaForm, readMediaForm } from "~/http/media/media-form.server";
import type { RequestContext } from "~/http/request-context.server";
import type { FormAddress } from "./address.server";
import { formRefusalOf } from "./refusals";

type Rules<Value> = (kind: FormKind, intent: FormIntent, hasFiles: boolean) => z.ZodType<Value>;

export type SentVaultForm<Value> = ReadMediaForm<Value> & {
  type: VaultType;
  edited: { id: string; state: VaultState; formId: string | null } | undefined;
};

/** Refuses, with its values, a form for a vault of another user. */
export async function readVaultForm<Value>(
  user: User | undefined,
  address: FormAddress,
  request: Request,
  context: RequestContext,
  rules: Rules<Value>,
): Promise<SentVaultForm<Value>> {
  const viewed = address.mode === "edit" && user ? await viewVault({ user }, address.id) : undefined;
  const vault = viewed?.view.as === "owner" ? viewed.vault : undefined;
  const edited = vault && { id: vault.id, state: vault.state, formId: vault.formId };
  // Files of vaults in other states are content: a sealed vault's are hidden from its owner, too.
  const isEditable = viewed?.seesContent && ["draft", "scheduled"].includes(edited?.state ?? "");
  const vaultOf = async (formId: string) => {
    if (address.mode === "edit") return isEditable ? edited?.id : undefined;
    return user && findFormsVault(user, formId);
  };
  const type = storedType(address.mode === "edit" ? vault?.type : address.type);
  const form = await readMediaForm<z.ZodType<Value>>(
    request,
    context,
    (intent, hasFiles) => rules(formKindOf(type), intent, hasFiles),
    { type, vaultOf, userId: user?.id },
  );
  if (form.ok && user && address.mode === "edit" && !vault) {
    const response = form.refuse(formRefusalOf({ ok: false, reason: "not_found" }));
    return { ...form, ok: false, response, type, edited };
  }
  if (form.ok && user) {
    const refused = await takeCopies(user, address, form, type, context.clientIp);
    if (refused) return { ...form, ok: false, response: form.refuse(refused), type, edited };
  }
  return { ...form, type, edited };
}

async function takeCopies(
  user: User,
  address: FormAddress,
  { owner, formId, copies, altTexts, files }: ReadMediaForm<unknown>,
  type: VaultType,
  ip: string,
): Promise<FormRefusal | undefined> {
  const vaultId = address.copyOf;
  if (!owner || !formId || !vaultId || copies.length === 0) return undefined;
  const original = await viewVault({ user }, vaultId);
  if (original?.view.as !== "owner" || !original.view.seesContent) return undefined;
  const slot = acquireSlot("copy", { person: user.id, ip });
  if (!slot.ok) return slot.refusal;
  try {
    await recordReading(original);
    const copied = await copyMedia({ owner, formId, type, vaultId, ids: copies, altTexts, storer: user });
    if (!copied.ok) return { fields: { [copied.kind]: copied.message }, ...(copied.reason === "busy" && BUSY) };
    files.push(...copied.files);
    return undefined;
  } finally {
    slot.release();
  }
}
