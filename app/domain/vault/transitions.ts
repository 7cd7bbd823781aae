import type { Channel, DeliveryState, VaultState } from "~db/schema/states";

export type EventLine = { text: string; tone: "good" | "bad" | "plain" };
/** Its name is also the kind of the event. */
export type Transition<State extends string> = EventLine & { from: readonly State[]; to: State };

function change<State extends string>(
  from: readonly State[],
  to: State,
  text: string,
  tone: EventLine["tone"] = "plain",
): Transition<State> {
  return { from, to, text, tone };
}

export const VAULT_TRANSITIONS = {
  scheduled: change(["draft"], "scheduled", "You scheduled this memory."),
  changed: change(["scheduled"], "scheduled", "You changed this memory."),
  sealed: change(["scheduled"], "sealed", "You sealed it. Since then, no one can read or change it."),
  cancelled: change(["scheduled", "sealed", "held"], "cancelled", "You cancelled it."),
  ended: change(
    ["scheduled", "sealed"],
    "cancelled",
    "It ended: a year after its day your email address still wasn’t confirmed.",
    "bad",
  ),
  due: change(["scheduled", "sealed"], "delivering", "Its day came, and we started delivering it."),
  // From `held` when a recipient opens a link that had arrived after all.
  delivered: change(["delivering", "held"], "delivered", "Delivered.", "good"),
  held: change(
    ["delivering"],
    "held",
    "It couldn’t be delivered. We’re keeping it safe, and you can give us another address.",
    "bad",
  ),
  came_back: change(["delivered"], "delivering", "It came back after it was delivered. We’re trying again.", "bad"),
  tried_again: change(["held", "delivered"], "delivering", "We started delivering it again."),
  claimed: change(["held"], "delivered", "It was opened with the claim card, so it has arrived.", "good"),
} satisfies Record<string, Transition<VaultState>>;
export type VaultTransition = keyof typeof VAULT_TRANSITIONS;

const QUEUED: DeliveryState[] = ["queued"];
const FAILED: DeliveryState[] = ["bounced", "failed"];
// A webhook may overtake the response to the send.
const UNSEEN: DeliveryState[] = ["queued", "sent"];
const UNOPENED: DeliveryState[] = [...UNSEEN, "arrived"];

export const DELIVERY_TRANSITIONS = {
  handed_over: change(QUEUED, "sent", "Our mail service accepted the letter for {person}."),
  send_given_up: change(QUEUED, "failed", "The letter to {person} couldn’t be delivered.{reason}", "bad"),
  arrived: change(UNSEEN, "arrived", "The letter to {person} is in their mailbox.", "good"),
  presumed_arrived: change(
    ["sent"],
    "arrived",
    "Nothing came back for three days, so we count the letter to {person} as arrived.",
    "good",
  ),
  bounced: change(UNOPENED, "bounced", "The letter to {person} came back.{reason}", "bad"),
  undelivered: change(
    UNOPENED,
    "queued",
    "The letter to {person} couldn’t be delivered yet. We’ll try again.{reason}",
    "bad",
  ),
  // Opening and answering prove more than what mail servers report.
  opened: change([...UNOPENED, ...FAILED], "opened", "{Person} opened it.", "good"),
  responded: change([...UNSEEN, ...FAILED], "arrived", "{Person} answered our email, so it has arrived.", "good"),
  blocked: change(
    [...QUEUED, ...FAILED],
    "failed",
    "It wasn’t sent to {person}: they’ve asked for no more letters from you at this address.",
    "bad",
  ),
  unblocked: change(["failed"], "queued", "{Person} accepts letters from you again.", "good"),
  sms_handed_over: change(QUEUED, "sent", "Our text message service accepted the message to {person}."),
  sms_given_up: change(QUEUED, "failed", "The text message to {person} couldn’t be sent.{reason}", "bad"),
  sms_arrived: change(UNSEEN, "arrived", "The text message to {person} has reached their phone.", "good"),
  sms_bounced: change(UNOPENED, "bounced", "The text message to {person} didn’t arrive.{reason}", "bad"),
  sms_undelivered: change(
    UNOPENED,
    "queued",
    "The text message to {person} couldn’t be delivered yet. We’ll try again.{reason}",
    "bad",
  ),
  sms_unanswered: change(["sent", "arrived"], "failed", "The text message to {person} went unanswered.", "bad"),
  readdressed: change(["sent", "arrived", ...FAILED], "queued", "You gave another address for {person}."),
  readdressed_by_backup: change(
    FAILED,
    "queued",
    "Three days have passed, so we’re sending it to the address your backup contact gave for {person}.",
  ),
  readdressed_by_legacy: change(
    FAILED,
    "queued",
    "Three days have passed, so we’re sending it to the address your legacy contact {detail} gave for {person}.",
  ),
  tried_second_address: change(FAILED, "queued", "We sent it to the second address you gave for {person}."),
  tried_sms: change(FAILED, "queued", "We sent a text message to the number you gave for {person}."),
  asked_backup: change(FAILED, "failed", "We asked your backup contact for another address of {person}."),
  asked_legacy: change(FAILED, "failed", "We’re giving them time to help before we ask you about {person}."),
  asked_sender: change(FAILED, "failed", "We asked you for another address of {person}."),
  given_up: change(
    FAILED,
    "failed",
    "We know of no other way to reach {person}. We’re keeping it safe for them.",
    "bad",
  ),
  withdrawn: change(UNSEEN, "failed", "We stopped delivering it to {person}."),
} satisfies Record<string, Transition<DeliveryState>>;
export type DeliveryTransition = keyof typeof DELIVERY_TRANSITIONS;

const MAIL = {
  handed_over: "handed_over",
  given_up: "send_given_up",
  arrived: "arrived",
  bounced: "bounced",
  undelivered: "undelivered",
} as const satisfies Record<string, DeliveryTransition>;
const SMS = {
  handed_over: "sms_handed_over",
  given_up: "sms_given_up",
  arrived: "sms_arrived",
  bounced: "sms_bounced",
  undelivered: "sms_undelivered",
} as const satisfies Record<keyof typeof MAIL, DeliveryTransition>;

export function transitionForEvent({ channel }: { channel: Channel }, event: keyof typeof MAIL): DeliveryTransition {
  return (channel === "sms" ? SMS : MAIL)[event];
}

export function allows<State extends string>({ from }: Transition<State>, state: State): boolean {
  return from.includes(state);
}
