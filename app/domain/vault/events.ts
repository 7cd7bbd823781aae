import { DELIVERY_STATES, type DeliveryRung, type DeliveryState } from "~db/schema/states";
import { describeLegacyEvent, type LegacyEventKind } from "./legacy-events";
import type { DeliveryMove, VaultMove } from "./transitions";

export { DELIVERY_STATES, type DeliveryState };

/** Whether nothing more is going on for this recipient just now. */
export function isSettled(state: DeliveryState): boolean {
  return state !== "queued";
}

/** Whether what was tried last did not reach the recipient. */
export function isFailed(state: DeliveryState): boolean {
  return state === "bounced" || state === "failed";
}

/** Whether the mail was handed over and nothing has come back since. */
export function isHandedOver(state: DeliveryState): boolean {
  return state === "sent" || state === "arrived" || state === "opened";
}

/** The lines of a vault's record: every move of its state and of its deliveries', and what else happens on the way. */
export type EventKind =
  | VaultMove
  | DeliveryMove
  | "send_failed"
  | "delayed"
  | "complained"
  | "code_sent"
  | "read_by_sender"
  | "address_changed"
  | "ask_failed"
  | "card_made"
  | "card_renewed"
  | "card_used"
  | "address_asked"
  | "address_confirmed"
  | "address_denied"
  | "address_said_right"
  | "reminded"
  | "put_off"
  | "reminded_as_asked"
  | "declined"
  | "replied"
  | "answered"
  | "shared"
  | "share_revoked"
  | LegacyEventKind;

/** The lines that say that somebody looked at the content, each reader's first time. A seal's note counts them. */
export const READINGS = ["opened", "read_by_sender", "legacy_read"] as const satisfies EventKind[];

export type DeliveryEvent = {
  id: number;
  kind: EventKind;
  at: Date;
  detail: string;
  deliveryId: string | null;
  /** The delivery it is about as it stands now. */
  delivery: { name: string; state: DeliveryState; rung: DeliveryRung } | null;
};

/** One line of the delivery record in plain words. */
export function describeEvent({ kind, delivery, detail }: Pick<DeliveryEvent, "kind" | "delivery" | "detail">): string {
  const person = delivery?.name || "the recipient";
  switch (kind) {
    case "scheduled":
      return "You scheduled this memory.";
    case "changed":
      return "You changed this memory.";
    case "sealed":
      return "You sealed it. From then on nobody could read or change it.";
    case "due":
      return "Its day came, and we began to deliver it.";
    case "handed_over":
      return `Our mail service took the letter to ${person}.`;
    case "send_failed":
      return `The letter to ${person} could not be handed over yet. We try again.${detail && ` (${detail})`}`;
    case "send_given_up":
      return `The letter to ${person} could not be handed over.${detail && ` (${detail})`}`;
    case "delayed":
      return `The mail server of ${person} takes no letter just now. It is tried again.${detail && ` (${detail})`}`;
    case "complained":
      return `${capitalise(person)} reported the letter as unwanted.`;
    case "address_changed":
      return "You changed whom we turn to.";
    case "ask_failed":
      return `Our question about ${person} did not get through.${detail && ` (${detail})`}`;
    case "address_asked":
      return "We asked whether the address is right, without a word about what it is for.";
    case "address_confirmed":
      return "Whoever reads at the address confirmed that it is theirs.";
    case "address_denied":
      return "Whoever reads at the address says that it is not theirs.";
    case "address_said_right":
      return "You said that the address is still right.";
    case "reminded":
      return `It was not opened yet, and we reminded ${person}.`;
    case "arrived":
      return `The mail server of ${person} has the letter.`;
    case "bounced":
      return `The letter to ${person} came back.${detail && ` (${detail})`}`;
    case "readdressed":
      return `${detail ? `Your legacy contact ${detail}` : "You"} gave another address for ${person}.`;
    case "readdressed_by_backup":
      return `Your backup contact gave us another address for ${person}.`;
    case "tried_second_address":
      return `We sent it to the second address that you gave for ${person}.`;
    case "tried_sms":
      return `We sent a text message to the number that you gave for ${person}.`;
    case "sms_handed_over":
      return `Our provider took the text message to ${person}.`;
    case "sms_given_up":
      return `The text message to ${person} could not be sent.${detail && ` (${detail})`}`;
    case "sms_arrived":
      return `The text message is on the telephone of ${person}.`;
    case "sms_bounced":
      return `The text message to ${person} did not arrive.${detail && ` (${detail})`}`;
    case "sms_unanswered":
      return `Nobody opened it by the link of the text message to ${person}.`;
    case "asked_backup":
      return `We asked your backup contact for another address of ${person}.`;
    case "asked_legacy":
      return `We wait for their help before we ask you about ${person}.`;
    case "asked_sender":
      return `We asked you for another address of ${person}.`;
    case "given_up":
      return `We know no other way to reach ${person}. It stays here for them.`;
    case "delivered":
      return "Delivered.";
    case "came_back":
      return "What was delivered came back. We try to deliver it again.";
    case "tried_again":
      return "We began to deliver it again.";
    case "held":
      return "It could not be delivered. We keep it until you give another address.";
    case "code_sent":
      return `A one-time code was sent to ${person}.`;
    case "opened":
      return `${capitalise(person)} opened it.`;
    case "replied":
      return `${capitalise(person)} wrote back.`;
    case "answered":
      return `You answered ${person}.`;
    case "shared":
      return delivery === null ? "You made a link to share it." : `${capitalise(person)} made a link to share it.`;
    case "share_revoked":
      return delivery === null ? "You ended a link." : `${capitalise(person)} ended a link.`;
    case "read_by_sender":
      return "You looked at it again, for the first time since you sealed it.";
    case "put_off":
      return `${capitalise(person)} wants to be reminded on ${detail}.`;
    case "reminded_as_asked":
      return `We reminded ${person}, as they had asked.`;
    case "declined":
      return `${capitalise(person)} declined it. We send them nothing more about it; the memory stays kept.`;
    case "blocked":
      return `It was not sent to ${person}: whoever has this address takes nothing from you there any more.`;
    case "unblocked":
      return `${capitalise(person)} takes letters from you again.`;
    case "card_made":
      return "You made a claim card.";
    case "card_renewed":
      return "You made a new claim card. The one before opens nothing any more.";
    case "card_used":
      return "Somebody came with the claim card.";
    case "claimed":
      return "By that it has arrived.";
    case "responded":
      return `${capitalise(person)} has our mail: they answered it.`;
    case "cancelled":
      return "You cancelled it.";
    default:
      return describeLegacyEvent(kind, detail);
  }
}

const GOOD: EventKind[] = [
  "arrived",
  "sms_arrived",
  "delivered",
  "opened",
  "claimed",
  "unblocked",
  "responded",
  "replied",
  "address_confirmed",
];
const BAD: EventKind[] = [
  "send_failed",
  "send_given_up",
  "sms_given_up",
  "delayed",
  "bounced",
  "sms_bounced",
  "sms_unanswered",
  "complained",
  "came_back",
  "held",
  "blocked",
  "address_denied",
  "ask_failed",
  "given_up",
];

/** How a line of the record is toned: what went well, what went wrong, and the rest. */
export function eventTone(kind: EventKind): "good" | "bad" | "plain" {
  if (GOOD.includes(kind)) return "good";
  return BAD.includes(kind) ? "bad" : "plain";
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
