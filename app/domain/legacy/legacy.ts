import { addDays } from "date-fns";
import { countedDeliveries, isFailed } from "~/domain/vault/events";
import {
  CONTACT_STATES,
  type ContactState,
  type DeliveryState,
  LEGACY_REQUEST_KINDS,
  LEGACY_REQUEST_STATES,
  type LegacyRequestKind,
  type LegacyRequestState,
  RELATIONSHIPS,
  type Relationship,
  type VaultState,
} from "~db/schema/states";

export type { ContactState, LegacyRequestKind, LegacyRequestState };
export { CONTACT_STATES, LEGACY_REQUEST_KINDS, LEGACY_REQUEST_STATES, RELATIONSHIPS, type Relationship };

export const PERMISSIONS = ["updateEmail", "viewContent", "receiveDuplicate"] as const;
export type Permission = (typeof PERMISSIONS)[number];
export type Permissions = Record<Permission, boolean>;

/** Limited because an invitation is a mail to a person who did not ask for it. */
export const CONTACTS_MAX = 10;

/** In days: the time to stop a request, and how long before its end the owner is reminded. */
export const WAIT_DAYS = 30;
const REMINDER_DAYS = 7;

export const PERMISSION_FOR = { view: "viewContent", duplicate: "receiveDuplicate" } as const satisfies Record<
  LegacyRequestKind,
  Permission
>;

export const opensAfter = (now: Date) => addDays(now, WAIT_DAYS);
export const reminderBefore = (opensAt: Date) => addDays(opensAt, -REMINDER_DAYS);

type Delivery = { state: DeliveryState; isHostCopy: boolean };

export function isUndelivered(state: VaultState, deliveries: readonly Delivery[]): boolean {
  const isTried = state === "held" || state === "delivering";
  return isTried && hasReachedNoOne(deliveries);
}

export function hasReachedNoOne(deliveries: readonly Delivery[]): boolean {
  return deliveries.length > 0 && countedDeliveries(deliveries).every((one) => isFailed(one.state));
}

/** Includes the contact's present permissions. */
export type LegacyRequest = {
  id: string;
  contactId: string;
  contactName: string;
  contactEmail: string;
  contactState: ContactState;
  linkVersion: number;
  permissions: Permissions;
  kind: LegacyRequestKind;
  state: LegacyRequestState;
  opensAt: Date;
};

/**
 * Whether the contact may read: the request was opened after its thirty days, the owner has neither stopped it nor
 * withdrawn the permission, and the vault is undelivered. A copy that was sent stays readable, as any delivery does.
 */
export function isOpenTo(request: LegacyRequest, vault: { isUndelivered: boolean }, now: Date): boolean {
  if (request.contactState !== "accepted" || !request.permissions[PERMISSION_FOR[request.kind]]) return false;
  if (request.state !== "open" || request.opensAt > now) return false;
  return request.kind === "duplicate" || vault.isUndelivered;
}
