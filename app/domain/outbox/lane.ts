import type { MessageKind } from "./message.server";

/** Their result is the state of the delivery. */
export const HANDING_OVER: MessageKind[] = ["delivery", "delivery_sms"];
export const isHandingOver = ({ kind }: { kind: string }) => HANDING_OVER.some((known) => known === kind);

/** People wait for these in front of a screen. */
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
const CAN_WAIT: MessageKind[] = ["weekly_digest", "newsletter_issue"];

export const URGENT_LANE = 0;
export const OTHER_LANES = [1, 2, 3] as const;

/** The lowest leaves first. */
export function laneOf(kind: MessageKind): number {
  if (URGENT.includes(kind)) return URGENT_LANE;
  if (HANDING_OVER.includes(kind)) return 1;
  return CAN_WAIT.includes(kind) ? 3 : 2;
}
