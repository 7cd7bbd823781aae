import type { User } from "~/domain/account/account";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import type { Attachment } from "~/domain/media/attach-uploads.server";
import { type BoardRecipient, storedType, type VaultType } from "~/domain/vault/vault";
import { encryptContent, waitingTitleOf } from "~/domain/vault/vault-content.server";

export type VaultInput = {
  title: string;
  message: string;
  recipientName?: string;
  recipientEmail?: string;
  recipientPhone?: string;
  /** Another address of the recipient; a board's people have one each. */
  secondEmail?: string;
  /** Whoever is asked for another address when the recipient cannot be reached. */
  backupName?: string;
  backupEmail?: string;
  /** The people a memory board goes to, besides its creator. */
  boardRecipients?: BoardRecipient[];
  includesMessage?: boolean;
  /** Whether its creator wants to seal it once it is scheduled; sealing itself is asked for on a page of its own. */
  isToBeSealed?: boolean;
  deliveryDate: string;
  deliveryHour: number;
  /** Forms offer full hours; 0 unless given. */
  deliveryMinute?: number;
  deliveryZone: string;
  /** The files of the form that become the vault's. */
  files?: FormFiles;
};

/** For `attachUploads`. */
export type FormFiles = Omit<Attachment, "vaultId">;

export type NewVaultInput = VaultInput & {
  type: VaultType | "send-to-someone";
  /** Made with the form, so that the same form submitted twice is one vault. */
  formId: string;
};

/** When a vault with this input is due. */
export function instantOf({ deliveryDate, deliveryHour, deliveryZone, deliveryMinute }: VaultInput): Date {
  return deliveryInstant(deliveryDate, deliveryHour, deliveryZone, deliveryMinute);
}

/** What a person wrote and chose, as it lies in the database. */
export function contentColumns(user: User, input: VaultInput) {
  return {
    ...encryptContent(input.title, input.message),
    waitingTitle: waitingTitleOf(user.id, input.title),
    includesMessage: input.includesMessage ?? false,
    isToBeSealed: input.isToBeSealed ?? false,
    deliveryDate: input.deliveryDate,
    deliveryHour: input.deliveryHour,
    deliveryMinute: input.deliveryMinute ?? 0,
    deliveryZone: input.deliveryZone,
    deliveryAt: instantOf(input),
  };
}

/** What follows from the type that a form was for. */
export function typeColumns(given: NewVaultInput["type"]) {
  const type = storedType(given);
  return { type, isMemoryBoard: type === "memory-board", isFutureSelf: type === "future-self" };
}

/** Whom a vault of this type turns to besides, as it was typed. */
export function reachColumns(type: VaultType, input: Pick<VaultInput, "secondEmail" | "backupName" | "backupEmail">) {
  return {
    secondEmail: (type !== "memory-board" && input.secondEmail) || null,
    backupName: input.backupName || null,
    backupEmail: input.backupEmail || null,
  };
}

/** A message to the future self goes to the creator, whatever was typed (spec, section 4). */
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
