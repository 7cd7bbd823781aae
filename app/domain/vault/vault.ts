import type { CalendarDate } from "~/domain/calendar/delivery-date";
import { type AddressStatus, VAULT_STATES, VAULT_TYPES, type VaultState, type VaultType } from "~db/schema/states";

export { VAULT_STATES, VAULT_TYPES, type VaultState, type VaultType };

export const TITLE_MAX_LENGTH = 200;
/** In UTF-16 code units, which is how browsers count `maxlength`. */
export const MESSAGE_MAX_LENGTH = 100_000;
/** Three pages of notes (product decision 12); a page is 3,000 characters. */
export const BOARD_NOTES_MAX_LENGTH = 9_000;
export const BOARD_RECIPIENTS_MAX = 100;

/** Unknown types are letters. */
export function storedType(type: string | null | undefined): VaultType {
  return VAULT_TYPES.find((known) => known === type) ?? "letter";
}

export const FORM_KINDS = ["send-to-someone", "memory-board", "future-self"] as const;
export type FormKind = (typeof FORM_KINDS)[number];

export function formKindOf(type: string | null | undefined): FormKind {
  return FORM_KINDS.find((kind) => kind === type) ?? "send-to-someone";
}

export type BoardRecipient = { name: string; email: string };

export const COUNTED_STATES = [
  "scheduled",
  "sealed",
  "delivering",
  "delivered",
  "held",
] as const satisfies VaultState[];
export const WAITING_STATES = ["scheduled", "sealed", "delivering", "held"] as const satisfies VaultState[];
export const DELIVERABLE_STATES = ["scheduled", "sealed"] as const satisfies VaultState[];
export const CANCELLABLE_STATES = ["scheduled", "sealed", "held"] as const satisfies VaultState[];
/** States in which the recipient may read. */
export const OPEN_STATES = ["delivering", "delivered", "held"] as const satisfies VaultState[];

export function isDeliverable({ state }: { state: VaultState }): boolean {
  return DELIVERABLE_STATES.some((one) => one === state);
}
export function isOpen({ state }: { state: VaultState }): boolean {
  return OPEN_STATES.some((one) => one === state);
}

export const DISPLAY_TITLE = "Untitled Vault";
export const DISPLAY_RECIPIENT = "No recipient specified";

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
  /** Tried when the first address bounces. */
  secondEmail: string | null;
  /** Asked for another address when the recipient cannot be reached. */
  backupName: string | null;
  backupEmail: string | null;
  includesMessage: boolean;
  isToBeSealed: boolean;
  formId: string | null;
  deliveryDate: CalendarDate | null;
  deliveryHour: number;
  deliveryZone: string;
  deliveryAt: Date | null;
  addressStatus: AddressStatus | null;
  createdAt: Date;
  sealedAt: Date | null;
  deliveredAt: Date | null;
  /** Can be claimed until then. */
  heldUntil: Date | null;
};

export type VaultSummary = Omit<
  Vault,
  | "message"
  | "recipientPhone"
  | "secondEmail"
  | "backupName"
  | "backupEmail"
  | "includesMessage"
  | "isToBeSealed"
  | "formId"
  | "userId"
  | "heldUntil"
>;
