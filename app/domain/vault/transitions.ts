import type { DeliveryState } from "./events";
import type { VaultState } from "./vault";

export type Move<State extends string> = { from: readonly State[]; to: State };

/**
 * Everything that can happen to a vault's state: from which states, and where it leads. The names are those of the
 * record's lines. What is not here cannot happen: whoever changes a state does it by one of these.
 */
export const VAULT_MOVES = {
  scheduled: { from: ["draft"], to: "scheduled" },
  changed: { from: ["scheduled"], to: "scheduled" },
  sealed: { from: ["scheduled"], to: "sealed" },
  cancelled: { from: ["scheduled", "sealed"], to: "cancelled" },
  due: { from: ["scheduled", "sealed"], to: "delivering" },
  /** Somebody was reached; or has opened what was held, by a link that had arrived all the same. */
  delivered: { from: ["delivering", "held"], to: "delivered" },
  held: { from: ["delivering"], to: "held" },
  /** A mail that was taken came back later. */
  came_back: { from: ["delivered"], to: "delivering" },
  /** Somebody gave another address. */
  tried_again: { from: ["held"], to: "delivering" },
  /** Somebody came with its claim card. */
  claimed: { from: ["held"], to: "delivered" },
} as const satisfies Record<string, Move<VaultState>>;
export type VaultMove = keyof typeof VAULT_MOVES;

const FAILED = ["bounced", "failed"] as const satisfies DeliveryState[];

/** The same for the delivery to one recipient. */
export const DELIVERY_MOVES = {
  handed_over: { from: ["queued"], to: "sent" },
  send_given_up: { from: ["queued"], to: "failed" },
  /** The recipient's own mail server has it. The word may overtake the answer to our handing over. */
  arrived: { from: ["queued", "sent"], to: "arrived" },
  bounced: { from: ["queued", "sent", "arrived"], to: "bounced" },
  /** Whoever reads has received, whatever mail servers said. */
  opened: { from: ["queued", "sent", "arrived", "bounced", "failed"], to: "opened" },
  /** Whoever has the address takes nothing from this sender: it was never sent. */
  blocked: { from: ["queued"], to: "failed" },
  unblocked: { from: ["failed"], to: "queued" },
  /** Whoever answers our mail has it, whatever mail servers said. */
  responded: { from: ["queued", ...FAILED], to: "arrived" },
  // The same of a text message; and that nobody came by it.
  sms_handed_over: { from: ["queued"], to: "sent" },
  sms_given_up: { from: ["queued"], to: "failed" },
  sms_arrived: { from: ["queued", "sent"], to: "arrived" },
  sms_bounced: { from: ["queued", "sent", "arrived"], to: "bounced" },
  sms_unanswered: { from: ["sent", "arrived"], to: "failed" },
  /** Its sender gave another address, or somebody who was asked: the ladder begins anew. */
  readdressed: { from: ["sent", ...FAILED], to: "queued" },
  readdressed_by_backup: { from: FAILED, to: "queued" },
  // The ladder's other rungs.
  tried_second_address: { from: FAILED, to: "queued" },
  tried_sms: { from: FAILED, to: "queued" },
  asked_backup: { from: FAILED, to: "failed" },
  asked_legacy: { from: FAILED, to: "failed" },
  asked_sender: { from: FAILED, to: "failed" },
  given_up: { from: FAILED, to: "failed" },
} as const satisfies Record<string, Move<DeliveryState>>;
export type DeliveryMove = keyof typeof DELIVERY_MOVES;

/** What is told of a message that hands a vault over, by the channel it took: mails and texts have lines of their own. */
const TRANSITIONS = {
  mail: { handed_over: "handed_over", given_up: "send_given_up", arrived: "arrived", bounced: "bounced" },
  sms: {
    handed_over: "sms_handed_over",
    given_up: "sms_given_up",
    arrived: "sms_arrived",
    bounced: "sms_bounced",
  },
} as const satisfies Record<string, Record<string, DeliveryMove>>;

/** The move by which a delivery takes what is told of one of its messages. */
export function transitionForEvent(
  { channel }: { channel: string },
  told: keyof (typeof TRANSITIONS)["mail"],
): DeliveryMove {
  return TRANSITIONS[channel === "sms" ? "sms" : "mail"][told];
}

/** Whether `move` can happen to what is in `state`. */
export function allows({ from }: Move<string>, state: string): boolean {
  return from.includes(state);
}
