import type { User } from "~/domain/account/account";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import type { Attachment } from "~/domain/media/attach-uploads.server";
import { type BoardRecipient, storedType, type VaultType } from "~/domain/vault/vault";
import { encryptContent, waitingTitleOf } from "~/domain/vault/vault-content.server";
import { CURRENT_RULES } from "~/domain/vault/zone-rules.server";
import type { CopiesToMake } from "./draft-copies.server";
import type { DraftFormValue, VaultFormValue } from "./vault-schema";

/** Omitted fields are empty. */
export type VaultInput = Partial<VaultFormValue> &
  Pick<VaultFormValue, "title" | "message" | "deliveryDate" | "deliveryHour" | "deliveryZone"> & {
    /** Forms offer full hours; 0 by default. */
    deliveryMinute?: number;
    files?: FormFiles;
    /** The form version that was sent; without it nothing counts as changed elsewhere. */
    version?: string | undefined;
  };

export type FormFiles = Omit<Attachment, "vaultId">;

export type NewVaultInput = VaultInput & {
  type: VaultType | "send-to-someone";
  /** Created with the form; finds its vault and its files. */
  formId: string;
  draftId?: string | undefined;
};

export type DraftInput = Omit<Partial<DraftFormValue>, "boardRecipients"> &
  Pick<DraftFormValue, "title" | "message"> & {
    type: VaultType | "send-to-someone";
    boardRecipients?: (Partial<BoardRecipient> | undefined)[];
    /** A form has one draft, however often it is saved. */
    formId: string;
    /** Absent while uploads stay with the form, and removed files with the draft. */
    files?: FormFiles;
    /** Without `files`: texts of files that the draft has, by file id. */
    altTexts?: Record<string, string>;
    /** Without `files`: replaces the copies to make later. */
    copies?: CopiesToMake | undefined;
    version?: string | undefined;
    /** The name of a save that was first made elsewhere, such as in the browser. */
    savedBy?: string | undefined;
  };

export function instantOf({ deliveryDate, deliveryHour, deliveryZone, deliveryMinute }: VaultInput): Date {
  return deliveryInstant(deliveryDate, deliveryHour, deliveryZone, deliveryMinute);
}

export function contentColumns(user: User, id: string, input: VaultInput) {
  return {
    ...encryptContent(id, input.title, input.message),
    waitingTitle: waitingTitleOf(user.id, input.title),
    includesMessage: input.includesMessage ?? false,
    isToBeSealed: input.isToBeSealed ?? false,
    deliveryDate: input.deliveryDate,
    deliveryHour: input.deliveryHour,
    deliveryMinute: input.deliveryMinute ?? 0,
    deliveryZone: input.deliveryZone,
    deliveryAt: instantOf(input),
    zoneEdition: CURRENT_RULES.edition,
  };
}

export function typeColumns(given: NewVaultInput["type"]) {
  const type = storedType(given);
  return { type, isMemoryBoard: type === "memory-board", isFutureSelf: type === "future-self" };
}

export function reachColumns(type: VaultType, input: Pick<VaultInput, "secondEmail" | "backupName" | "backupEmail">) {
  return {
    secondEmail: (type !== "memory-board" && input.secondEmail) || null,
    backupName: input.backupName || null,
    backupEmail: input.backupEmail || null,
  };
}

/** A message to the future self goes to its sender (spec, section 4). */
export function addressColumns(user: User, type: VaultType, input: VaultInput) {
  return { ...ownAddressColumns(user, type, input), ...reachColumns(type, input) };
}

function ownAddressColumns(user: User, type: VaultType, input: VaultInput) {
  if (type === "future-self") {
    return { recipient: user.name || "Me", recipientEmail: user.email, recipientPhone: user.phone };
  }
  if (type === "memory-board") return { recipient: null, recipientEmail: null, recipientPhone: null };
  return {
    recipient: input.recipientName || null,
    recipientEmail: input.recipientEmail || null,
    recipientPhone: input.recipientPhone || null,
  };
}
