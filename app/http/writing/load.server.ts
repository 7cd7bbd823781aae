import { findPerson } from "~/domain/access/profiles.server";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { findInviteLink } from "~/domain/board/invitation.server";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { dateIn, horizonDate } from "~/domain/calendar/delivery-date";
import { listFormFiles, savedFile } from "~/domain/media/form-files.server";
import type { FormFile } from "~/domain/media/media";
import { uploadOwner } from "~/domain/media/uploads.server";
import { formKindOf, storedType, type VaultType } from "~/domain/vault/vault";
import { NOT_FOUND } from "~/domain/vault/vault-words";
import { emptyForm, type FormValues } from "~/domain/writing/form-values";
import { formOf, formOfCopy } from "~/domain/writing/vault-form-values.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import type { FormAddress } from "./address.server";

const GONE = { title: "Error", description: NOT_FOUND, kind: "error" } as const;
const NOT_LOADED = { title: "Error", description: "Failed to load memory for editing.", kind: "error" } as const;

type Filled = {
  mode: "new" | "draft" | "edit";
  type: VaultType;
  values: FormValues;
  formId: string;
  vaultId?: string;
  saved: FormFile[];
};

export async function loadVaultForm(user: User, address: FormAddress, context: RequestContext, now: Date) {
  if (address.mode === "new" && !address.isForm) {
    return { step: "type" as const, type: address.type ?? null };
  }
  const filled =
    address.mode === "edit" ? await edited(user, address.id, context, now) : await begun(user, address, now);
  if (filled instanceof Response) return filled;
  const { vaultId, saved, ...form } = filled;
  const kind = formKindOf(form.type);
  return {
    step: "form" as const,
    ...form,
    kind,
    inviteLink: await inviteLinkOf(filled),
    id: vaultId ?? null,
    copies: await listCopies(user, address.copyOf, now),
    // Editing a scheduled vault creates a new form, without uploads.
    files:
      form.mode === "edit"
        ? saved
        : [...saved, ...(await listFormFiles(uploadOwner({ userId: user.id }), form.formId))],
    self: { name: user.name, email: user.email },
    dates: { first: dateIn(user.timeZone, now), last: horizonDate(user.timeZone, now) },
    now: now.toISOString(),
    slots: { used: user.vaultsUsed, limit: user.vaultLimit },
  };
}

/** A scheduled board has its own link or none; before that, the link comes from the form. */
async function inviteLinkOf({ mode, type, formId, vaultId }: Filled): Promise<string | null> {
  const kind = formKindOf(type);
  if (mode !== "edit" || !vaultId || kind !== "memory-board") return inviteLinkFor(kind, formId);
  return (await findInviteLink(vaultId)) ?? null;
}

async function listCopies(user: User, id: string | null, now: Date): Promise<FormFile[]> {
  const original = id === null ? undefined : await viewVault({ user }, id, now);
  const isReadable = original?.view.as === "owner" && original.view.seesContent;
  return isReadable ? original.media.map(savedFile) : [];
}

async function begun(
  user: User,
  address: Extract<FormAddress, { mode: "new" }>,
  now: Date,
): Promise<Filled | Response> {
  const { copyOf, isReminder, to } = address;
  const formId = createId();
  if (copyOf !== null) {
    const original = await viewVault({ user }, copyOf, now);
    if (original?.view.as !== "owner" || !original.view.seesContent) return redirectWithToast("/dashboard", GONE);
    await recordReading(original, now);
    return { mode: "new", type: original.vault.type, values: await formOfCopy(original.vault), formId, saved: [] };
  }
  const type = storedType(address.type);
  const values = emptyForm(user, formKindOf(type));
  if (to) Object.assign(values, { recipientName: (await findPerson(user, to))?.name ?? "", recipientEmail: to });
  if (isReminder) Object.assign(values, { recipientName: user.name, recipientEmail: user.email });
  return { mode: "new", type, values, formId, saved: [] };
}

async function edited(user: User, id: string, context: RequestContext, now: Date): Promise<Filled | Response> {
  try {
    const viewed = await viewVault({ user }, id, now);
    const vault = viewed?.view.as === "owner" ? viewed.vault : undefined;
    if (!vault || !["draft", "scheduled"].includes(vault.state)) {
      // What was typed for a vault that can no longer be edited stays in the form of a new one.
      return context.isPost ? begun(user, blank(vault?.type), now) : redirectWithToast("/dashboard", GONE);
    }
    const isDraft = vault.state === "draft";
    return {
      mode: isDraft ? "draft" : "edit",
      type: vault.type,
      values: await formOf(vault),
      formId: (isDraft && vault.formId) || createId(),
      vaultId: id,
      saved: viewed?.media.map(savedFile) ?? [],
    };
  } catch (error) {
    log.error({ err: error, requestId: context.requestId }, "could not load a vault for editing");
    return redirectWithToast("/dashboard", NOT_LOADED);
  }
}

const blank = (type: VaultType | undefined) =>
  ({ mode: "new", type, isForm: true, copyOf: null, isReminder: false }) as const;
