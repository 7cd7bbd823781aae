import type { CalendarDate } from "./delivery-date";

export const TITLE_MAX_LENGTH = 200;
/** In UTF-16 code units, which is how browsers count `maxlength`. */
export const MESSAGE_MAX_LENGTH = 100_000;

/** What a vault is stored as. */
export const VAULT_TYPES = ["letter", "video", "photo", "audio", "memory-board", "future-self"] as const;
export type VaultType = (typeof VAULT_TYPES)[number];

/** The stored type for the one in an address or a form: send-to-someone is a letter, and so is whatever we do not know. */
export function storedType(type: string | null | undefined): VaultType {
  return VAULT_TYPES.find((known) => known === type) ?? "letter";
}

export const VAULT_STATES = ["draft", "scheduled", "sealed", "delivering", "delivered", "held", "cancelled"] as const;
export type VaultState = (typeof VAULT_STATES)[number];

/** States in which the vault takes one of the places of its owner's plan. */
export const COUNTED_STATES = [
  "scheduled",
  "sealed",
  "delivering",
  "delivered",
  "held",
] as const satisfies VaultState[];
/** States in which the vault still waits for its date, or for its arrival. */
export const WAITING_STATES = ["scheduled", "sealed", "delivering", "held"] as const satisfies VaultState[];
/** States from which a due vault is handed over. */
export const DELIVERABLE_STATES = ["scheduled", "sealed"] as const satisfies VaultState[];
/** States in which the recipient may read. */
export const OPEN_STATES = ["delivering", "delivered", "held"] as const satisfies VaultState[];

export const DISPLAY_TITLE = "Untitled Vault";
export const DISPLAY_RECIPIENT = "No recipient specified";

/** One vault with its content, as those who may read it see it. */
export type Vault = {
  id: string;
  userId: string;
  type: VaultType;
  state: VaultState;
  title: string;
  message: string;
  recipient: string | null;
  recipientEmail: string | null;
  recipientPhone: string | null;
  includesMessage: boolean;
  deliveryDate: CalendarDate | null;
  deliveryHour: number;
  deliveryZone: string;
  deliveryAt: Date | null;
  createdAt: Date;
  sealedAt: Date | null;
  deliveredAt: Date | null;
};

/** What a list shows of a vault: no message. */
export type VaultSummary = Omit<Vault, "message" | "recipientPhone" | "includesMessage" | "userId">;
