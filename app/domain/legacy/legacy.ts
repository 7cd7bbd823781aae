import { addDays } from "date-fns";
import { type DeliveryState, isHandedOver, isSettled } from "~/domain/vault/events";
import type { VaultState } from "~/domain/vault/vault";

export const RELATIONSHIPS = ["spouse", "parent", "child", "sibling", "friend", "other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

/** What an owner may allow a contact to do, each for itself. */
export const PERMISSIONS = ["updateEmail", "viewContent", "receiveDuplicate"] as const;
export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = Record<Permission, boolean>;

/** Only who has accepted can do anything. Whoever is removed is not kept, so there is no state for it. */
export const CONTACT_STATES = ["invited", "accepted", "declined"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** How many contacts an owner can have: an invitation is a mail to somebody who did not ask for it. */
export const CONTACTS_MAX = 10;

/** What is waited for: reading, which the contact asks for, or a copy, which comes by itself. */
export const WAIT_KINDS = ["view", "duplicate"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

/**
 * `waiting` until its day; `open` from then on; `stopped` by the owner, for good; `over` when the vault arrived, was
 * sent anew, or the permission was taken back: whoever asks again begins again.
 */
export const WAIT_STATES = ["waiting", "open", "stopped", "over"] as const;
export type WaitState = (typeof WAIT_STATES)[number];

/** In days: how long the owner can stop it before anything opens, and how long before that they are reminded. */
export const WAIT_DAYS = 30;
const REMINDER_DAYS = 7;

/** The permission that a wait stands on. */
export const PERMISSION_FOR = { view: "viewContent", duplicate: "receiveDuplicate" } as const satisfies Record<
  WaitKind,
  Permission
>;

/** When what is asked for at `now` opens. */
export const opensAfter = (now: Date) => addDays(now, WAIT_DAYS);
/** When the owner of a vault is reminded of a wait that ends at `opensAt`. */
export const reminderBefore = (opensAt: Date) => addDays(opensAt, -REMINDER_DAYS);

/** Whether everything that was tried has failed: nobody has the vault, and nothing is on its way just now. */
export function isUndelivered(state: VaultState, deliveries: readonly DeliveryState[]): boolean {
  const isTried = state === "held" || state === "delivering";
  return isTried && deliveries.length > 0 && deliveries.every((one) => isSettled(one) && !isHandedOver(one));
}

/** A contact's wait for one vault, with what its owner allows that contact now. */
export type LegacyWait = {
  id: string;
  contactId: string;
  contactEmail: string;
  contactState: ContactState;
  permissions: Permissions;
  kind: WaitKind;
  state: WaitState;
  opensAt: Date;
};

/**
 * Whether a wait lets its contact read at `now`: its days are over, its owner has neither stopped it nor taken anything
 * back, and the vault has reached nobody. A copy that was handed over stays readable, as any delivery does.
 */
export function isOpenTo(wait: LegacyWait, vault: { isUndelivered: boolean }, now: Date): boolean {
  if (wait.contactState !== "accepted" || !wait.permissions[PERMISSION_FOR[wait.kind]]) return false;
  if (wait.opensAt > now) return false;
  if (wait.kind === "duplicate") return wait.state === "open";
  return (wait.state === "waiting" || wait.state === "open") && vault.isUndelivered;
}
