import { addDays } from "date-fns";
import { isHandedOver, isSettled } from "~/domain/vault/events";
import {
  CONTACT_STATES,
  type ContactState,
  type DeliveryState,
  RELATIONSHIPS,
  type Relationship,
  type VaultState,
  WAIT_KINDS,
  WAIT_STATES,
  type WaitKind,
  type WaitState,
} from "~db/schema/states";

export type { ContactState, WaitKind, WaitState };
export { CONTACT_STATES, RELATIONSHIPS, type Relationship, WAIT_KINDS, WAIT_STATES };

/** What an owner may allow a contact to do, each for itself. */
export const PERMISSIONS = ["updateEmail", "viewContent", "receiveDuplicate"] as const;
export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = Record<Permission, boolean>;

/** How many contacts an owner can have: an invitation is a mail to somebody who did not ask for it. */
export const CONTACTS_MAX = 10;

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
