import { redirect } from "@remix-run/node";
import { findPerson } from "~/domain/access/profiles.server";
import { recordReading } from "~/domain/access/record-reading.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { findInviteLink } from "~/domain/board/invitation.server";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { dateIn, formatDate, horizonDate, knownZone } from "~/domain/calendar/delivery-date";
import { listFormFiles, savedFile } from "~/domain/media/form-files.server";
import { type FormFile, withChanges } from "~/domain/media/media";
import { uploadOwner } from "~/domain/media/uploads.server";
import { type Slots, slotsOf } from "~/domain/overview/slots.server";
import { formKindOf, storedType, type VaultState, type VaultType } from "~/domain/vault/vault";
import { type CopiesToMake, findCopiesToMake } from "~/domain/writing/draft-copies.server";
import { type EditDraft, findEditDraft, NO_CHANGES, versionsOf } from "~/domain/writing/edit-draft.server";
import { emptyForm, type FormValues } from "~/domain/writing/form-values";
import { draftVersionOf, versionField } from "~/domain/writing/form-version.server";
import { formOf, formOfCopy } from "~/domain/writing/vault-form-values.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { isSmsConfigured } from "~/services/sms.server";
import type { FormParams } from "./form-url.server";
import { NO_SUCH_VAULT } from "./vault-change.server";

const NOT_LOADED = { title: "Error", description: "Failed to load memory for editing.", kind: "error" } as const;

/** Why a vault cannot be edited. */
const CLOSED: Partial<Record<VaultState, { title: string; description: string }>> = {
  sealed: {
    title: "This memory is sealed",
    description: "Nobody can read or change it before its day. You can still correct its address, or cancel it.",
  },
  delivering: { title: "This memory is on its way", description: "It can no longer be changed." },
  delivered: {
    title: "This memory was delivered",
    description: "It can no longer be changed, but you can send it again.",
  },
  held: {
    title: "This memory is waiting for an address",
    description: "Its day has come, so it can’t be changed. You can give another address.",
  },
  cancelled: { title: "This memory was cancelled", description: "Its text and files are deleted." },
};

/** A scheduled vault already has its slot. */
const NOT_NEEDED: Slots = { used: 0, limit: 1, advice: "", canUpgrade: false };

type Filled = {
  mode: "new" | "draft" | "edit";
  type: VaultType;
  values: FormValues;
  formId: string;
  version: string;
  vaultId?: string;
  saved: FormFile[];
  /** Of a draft that sends another vault's files again. */
  copies?: CopiesToMake | undefined;
  /** Unsaved, to a scheduled vault. */
  changes?: EditDraft | undefined;
};

export async function loadVaultForm(user: User, params: FormParams, context: RequestContext, now: Date) {
  if (params.mode === "new" && !params.isForm) {
    return { step: "type" as const, type: params.type ?? null };
  }
  const filled =
    params.mode === "edit" ? await edited(user, params.id, context, now) : await begun(user, params, context, now);
  if (filled instanceof Response) return filled;
  const { vaultId, saved, copies, changes, ...form } = filled;
  const kind = formKindOf(form.type);
  const zone = knownZone(form.values.deliveryZone);
  return {
    step: "form" as const,
    ...form,
    kind,
    inviteLink: await inviteLinkOf(filled),
    id: vaultId ?? null,
    changes: changes
      ? `You changed this on ${formatDate(dateIn(user.timeZone, changes.savedAt))}. Until you update it, it stays as it was.`
      : null,
    copies: withChanges(await listCopies(user, params.copyOf ?? copies?.originalId, now), {
      altTexts: copies?.altTexts ?? {},
      removed: [],
    }),
    ticked: copies?.mediaIds ?? null,
    // Editing a scheduled vault creates a new form, without uploads, unless it has a draft.
    files:
      form.mode === "edit" && !changes
        ? saved
        : withChanges(
            await listFormFiles(uploadOwner({ userId: user.id }), form.formId, async () => vaultId),
            changes ?? NO_CHANGES,
          ),
    self: { id: user.id, name: user.name, email: user.email },
    dates: { first: dateIn(zone, now), last: horizonDate(zone, now) },
    now: now.toISOString(),
    slots: form.mode === "edit" ? NOT_NEEDED : await slotsOf(user),
    hasSms: isSmsConfigured(),
  };
}

/** A scheduled board has its own link or none; before that, the link comes from the form. */
async function inviteLinkOf({ mode, type, formId, vaultId }: Filled): Promise<string | null> {
  const kind = formKindOf(type);
  if (mode !== "edit" || !vaultId || kind !== "memory-board") return inviteLinkFor(kind, formId);
  return (await findInviteLink(vaultId)) ?? null;
}

async function listCopies(user: User, id: string | undefined, now: Date): Promise<FormFile[]> {
  const original = id === undefined ? undefined : await viewVault({ user }, id, now, { withPosts: false });
  const isReadable = original?.view.as === "owner" && original.view.seesContent;
  return isReadable ? original.media.map(savedFile) : [];
}

async function begun(
  user: User,
  params: Extract<FormParams, { mode: "new" }>,
  context: RequestContext,
  now: Date,
): Promise<Filled | Response> {
  const { copyOf, isReminder, to } = params;
  const formId = createId();
  const version = versionField();
  const type = storedType(params.type);
  if (copyOf !== null) {
    const original = await viewVault({ user }, copyOf, now, { withPosts: false });
    if (original?.view.as !== "owner" || !original.view.seesContent) {
      // What was typed stays in the form.
      if (context.isPost) return begun(user, blank(type), context, now);
      return redirectWithToast("/dashboard", NO_SUCH_VAULT);
    }
    // The form is sent to its own URL, which says how it is read.
    if (original.vault.type !== type && !context.isPost) return redirect(copyHref(copyOf, original.vault.type));
    await recordReading(original, now);
    return { mode: "new", type, values: await formOfCopy(original.vault), formId, version, saved: [] };
  }
  const values = emptyForm(user, formKindOf(type));
  if (to) Object.assign(values, { recipientName: await nameOf(user, to), recipientEmail: to });
  if (isReminder) Object.assign(values, { recipientName: user.name, recipientEmail: user.email });
  return { mode: "new", type, values, formId, version, saved: [] };
}

/** Empty for people who may not be found, and for too many searches. */
async function nameOf(user: User, email: string): Promise<string> {
  if (await rateLimited({ people_user: user.id })) return "";
  return (await findPerson(user, email))?.name ?? "";
}

async function edited(user: User, id: string, context: RequestContext, now: Date): Promise<Filled | Response> {
  try {
    const viewed = await viewVault({ user }, id, now, { withPosts: false });
    const vault = viewed?.view.as === "owner" ? viewed.vault : undefined;
    const closed = vault && CLOSED[vault.state];
    if (!vault || closed) {
      // What was typed for a vault that can no longer be edited stays in the form of a new one.
      if (context.isPost) return begun(user, blank(vault?.type), context, now);
      if (viewed?.hasEditDraft) return redirect(`/memories/${id}/changes`);
      return closed
        ? redirectWithToast(`/memories/${id}`, { ...closed, kind: "error" })
        : redirectWithToast("/dashboard", NO_SUCH_VAULT);
    }
    const isDraft = vault.state === "draft";
    const changes = viewed?.hasEditDraft ? await findEditDraft(id) : undefined;
    const stored = await formOf(vault);
    const formId = changes?.formId ?? ((isDraft && vault.formId) || createId());
    return {
      mode: isDraft ? "draft" : "edit",
      type: vault.type,
      values: changes?.values ?? stored,
      formId,
      version: isDraft ? versionField(draftVersionOf(stored)) : versionField(...versionsOf(stored, changes)),
      changes,
      vaultId: id,
      saved: viewed?.media.map(savedFile) ?? [],
      copies: isDraft ? await findCopiesToMake(id) : undefined,
    };
  } catch (error) {
    log.error({ err: error, requestId: context.requestId }, "could not load a vault for editing");
    return redirectWithToast("/dashboard", NOT_LOADED);
  }
}

const copyHref = (id: string, type: VaultType) =>
  `/create?${new URLSearchParams({ type, step: "form", duplicateFrom: id })}`;

const blank = (type: VaultType | undefined) =>
  ({ mode: "new", type, isForm: true, copyOf: null, isReminder: false }) as const;
