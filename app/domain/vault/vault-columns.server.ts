import type { User } from "~/domain/account/account";
import { deliveryInstant } from "./delivery-date";
import type { VaultType } from "./vault";
import { encryptContent, waitingTitleOf } from "./vault-content.server";

export type VaultInput = {
  title: string;
  message: string;
  recipientName?: string;
  recipientEmail?: string;
  recipientPhone?: string;
  includesMessage?: boolean;
  deliveryDate: string;
  deliveryHour: number;
  /** Forms offer full hours; 0 unless given. */
  deliveryMinute?: number;
  deliveryZone: string;
};

export type NewVaultInput = VaultInput & {
  type: VaultType | "send-to-someone";
  /** Made with the form, so that the same form submitted twice is one vault. */
  submissionId: string;
  /** The people a memory board goes to, besides its creator. */
  boardRecipients?: { name: string; email: string }[];
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
    deliveryDate: input.deliveryDate,
    deliveryHour: input.deliveryHour,
    deliveryMinute: input.deliveryMinute ?? 0,
    deliveryZone: input.deliveryZone,
    deliveryAt: instantOf(input),
  };
}

/** A message to the future self goes to the creator, whatever was typed (spec, section 4). */
export function addressColumns(user: User, type: VaultType, input: VaultInput) {
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
