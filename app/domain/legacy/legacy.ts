import { addDays } from "date-fns";
import { type DeliveryState, isHandedOver, isSettled } from "~/domain/vault/events";
import type { VaultState } from "~/domain/vault/vault";

export const RELATIONSHIPS = ["spouse", "parent", "child", "sibling", "friend", "other"] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

export const PERMISSIONS = ["updateEmail", "viewContent", "receiveDuplicate"] as const;
export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = Record<Permission, boolean>;

/** Only contacts who have accepted can do anything. Removed contacts are deleted. */
export const CONTACT_STATES = ["invited", "accepted", "declined"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Limited because each contact is sent a mail that they did not ask for. */
export const CONTACTS_MAX = 10;

/** `view` is requested by the contact; `duplicate` is a copy that is sent without a request. */
export const LEGACY_REQUEST_KINDS = ["view", "duplicate"] as const;
export type LegacyRequestKind = (typeof LEGACY_REQUEST_KINDS)[number];

/**
 * `waiting` until its day, then `open`; `stopped` by the owner for good; `over` when the vault arrived or was sent anew,
 * or the permission was withdrawn. A request that is over can be made again and starts from the first day.
 */
export const LEGACY_REQUEST_STATES = ["waiting", "open", "stopped", "over"] as const;
export type LegacyRequestState = (typeof LEGACY_REQUEST_STATES)[number];

/** In days: how long the owner has to stop a request, and how long before its end they are reminded. */
export const WAIT_DAYS = 30;
const REMINDER_DAYS = 7;

export const PERMISSION_FOR = { view: "viewContent", duplicate: "receiveDuplicate" } as const satisfies Record<
  LegacyRequestKind,
  Permission
>;

export const opensAfter = (now: Date) => addDays(now, WAIT_DAYS);
export const reminderBefore = (opensAt: Date) => addDays(opensAt, -REMINDER_DAYS);

/** Returns whether every delivery of a vault has failed and none is under way. */
export function isUndelivered(state: VaultState, deliveries: readonly DeliveryState[]): boolean {
  const isTried = state === "held" || state === "delivering";
  return isTried && deliveries.length > 0 && deliveries.every((one) => isSettled(one) && !isHandedOver(one));
}

/** A contact's request for one vault, with the contact's present permissions. */
export type LegacyRequest = {
  id: string;
  contactId: string;
  contactEmail: string;
  contactState: ContactState;
  permissions: Permissions;
  kind: LegacyRequestKind;
  state: LegacyRequestState;
  opensAt: Date;
};

/**
 * Returns whether a request lets its contact read at `now`: its days are over, the owner has neither stopped it nor
 * withdrawn the permission, and the vault is undelivered. A copy that was sent stays readable, as any delivery does.
 */
export function isOpenTo(request: LegacyRequest, vault: { isUndelivered: boolean }, now: Date): boolean {
  if (request.contactState !== "accepted" || !request.permissions[PERMISSION_FOR[request.kind]]) return false;
  if (request.opensAt > now) return false;
  if (request.kind === "duplicate") return request.state === "open";
  return (request.state === "waiting" || request.state === "open") && vault.isUndelivered;
}
