import type { Channel, DeliveryState, VaultState } from "~db/schema/states";

/** For the words in braces see `describeEvent`. */
export type EventLine = { text: string; tone: "good" | "bad" | "plain" };
/** Its name is also that of the event in the record. */
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
  sealed: change(["scheduled"], "sealed", "You sealed it. From then on nobody could read or change it."),
  cancelled: change(["scheduled", "sealed", "held"], "cancelled", "You cancelled it."),
  ended: change(
    ["scheduled", "sealed"],
    "cancelled",
    "It ended: a year after its day your email address still wasn't verified.",
    "bad",
  ),
  due: change(["scheduled", "sealed"], "delivering", "Its day came, and we began to deliver it."),
  // From `held` when a recipient opens a link that had arrived after all.
  delivered: change(["delivering", "held"], "delivered", "Delivered.", "good"),
  held: change(["delivering"], "held", "It could not be delivered. We keep it until you give another address.", "bad"),
  came_back: change(["delivered"], "delivering", "What was delivered came back. We try to deliver it again.", "bad"),
  tried_again: change(["held"], "delivering", "We began to deliver it again."),
  claimed: change(["held"], "delivered", "By that it has arrived.", "good"),
} satisfies Record<string, Transition<VaultState>>;
export type VaultTransition = keyof typeof VAULT_TRANSITIONS;

const QUEUED: DeliveryState[] = ["queued"];
const FAILED: DeliveryState[] = ["bounced", "failed"];
// A webhook may overtake the response to the send.
const UNSEEN: DeliveryState[] = ["queued", "sent"];
const UNOPENED: DeliveryState[] = [...UNSEEN, "arrived"];

export const DELIVERY_TRANSITIONS = {
  handed_over: change(QUEUED, "sent", "Our mail service accepted the letter for {person}."),
  send_given_up: change(QUEUED, "failed", "The letter to {person} could not be delivered.{reason}", "bad"),
  arrived: change(UNSEEN, "arrived", "The mail server of {person} has the letter.", "good"),
  presumed_arrived: change(
    ["sent"],
    "arrived",
    "Nothing came back in three days, so we take it that {person} has it.",
    "good",
  ),
  bounced: change(UNOPENED, "bounced", "The letter to {person} came back.{reason}", "bad"),
  // Opening and answering prove more than what mail servers report.
  opened: change([...UNOPENED, ...FAILED], "opened", "{Person} opened it.", "good"),
  responded: change([...UNSEEN, ...FAILED], "arrived", "{Person} has our mail: they answered it.", "good"),
  blocked: change(
    QUEUED,
    "failed",
    "It was not sent to {person}: whoever has this address takes nothing from you there any more.",
    "bad",
  ),
  unblocked: change(["failed"], "queued", "{Person} takes letters from you again.", "good"),
  sms_handed_over: change(QUEUED, "sent", "Our provider took the text message to {person}."),
  sms_given_up: change(QUEUED, "failed", "The text message to {person} could not be sent.{reason}", "bad"),
  sms_arrived: change(UNSEEN, "arrived", "The text message is on the telephone of {person}.", "good"),
  sms_bounced: change(UNOPENED, "bounced", "The text message to {person} did not arrive.{reason}", "bad"),
  sms_unanswered: change(
    ["sent", "arrived"],
    "failed",
    "Nobody opened it by the link of the text message to {person}.",
    "bad",
  ),
  readdressed: change(["sent", "arrived", ...FAILED], "queued", "You gave another address for {person}."),
  readdressed_by_backup: change(
    FAILED,
    "queued",
    "Three days were over: we send it to the address that your backup contact gave for {person}.",
  ),
  readdressed_by_legacy: change(
    FAILED,
    "queued",
    "Three days were over: we send it to the address that your legacy contact {detail} gave for {person}.",
  ),
  tried_second_address: change(FAILED, "queued", "We sent it to the second address that you gave for {person}."),
  tried_sms: change(FAILED, "queued", "We sent a text message to the number that you gave for {person}."),
  asked_backup: change(FAILED, "failed", "We asked your backup contact for another address of {person}."),
  asked_legacy: change(FAILED, "failed", "We wait for their help before we ask you about {person}."),
  asked_sender: change(FAILED, "failed", "We asked you for another address of {person}."),
  given_up: change(FAILED, "failed", "We know no other way to reach {person}. It stays here for them.", "bad"),
} satisfies Record<string, Transition<DeliveryState>>;
export type DeliveryTransition = keyof typeof DELIVERY_TRANSITIONS;

const MAIL = { handed_over: "handed_over", given_up: "send_given_up", arrived: "arrived", bounced: "bounced" } as const;
const SMS = {
  handed_over: "sms_handed_over",
  given_up: "sms_given_up",
  arrived: "sms_arrived",
  bounced: "sms_bounced",
} as const satisfies Record<keyof typeof MAIL, DeliveryTransition>;

export function transitionForEvent({ channel }: { channel: Channel }, event: keyof typeof MAIL): DeliveryTransition {
  return (channel === "sms" ? SMS : MAIL)[event];
}

export function allows<State extends string>({ from }: Transition<State>, state: State): boolean {
  return from.includes(state);
}
