import type { MessageKind } from "./message.server";

/** They deliver a vault: their result decides the state of the delivery. */
export const DELIVERY_KINDS: MessageKind[] = ["delivery", "delivery_sms"];
export const isDeliveryMessage = ({ kind }: { kind: string }) => DELIVERY_KINDS.some((known) => known === kind);

/** Codes and links, which people wait for in front of a screen, and security alerts. */
const URGENT: MessageKind[] = [
  "opening_code",
  "opening_code_sms",
  "fresh_link",
  "fresh_link_sms",
  "verify_address",
  "password_reset",
  "sign_in_link",
  "change_email",
  "security_alert",
  "newsletter_confirm",
];
/** Sent to everyone on the same morning, and not urgent. */
const CAN_WAIT: MessageKind[] = [
  "weekly_digest",
  "newsletter_issue",
  "product_update",
  "marketing_email",
  "announcement",
];

/** The lowest leaves first. Messages whose worker died while it sent them are older than the rest of their kind. */
const LANES = { interruptedUrgent: 0, urgent: 1, interrupted: 2, delivery: 3, other: 4, canWait: 5 };
export const URGENT_LANES = [LANES.interruptedUrgent, LANES.urgent];
/** The lanes of each group, which has sending slots of its own. */
export const LANE_GROUPS = {
  urgent: URGENT_LANES,
  interrupted: [LANES.interrupted],
  others: [LANES.delivery, LANES.other, LANES.canWait],
};
export const ALL_LANES = Object.values(LANE_GROUPS).flat();
export type LaneGroup = keyof typeof LANE_GROUPS;
export const INTERRUPTED_LANE = { urgent: LANES.interruptedUrgent, others: LANES.interrupted };

export function laneOf(kind: MessageKind): number {
  if (URGENT.includes(kind)) return LANES.urgent;
  if (DELIVERY_KINDS.includes(kind)) return LANES.delivery;
  return CAN_WAIT.includes(kind) ? LANES.canWait : LANES.other;
}
