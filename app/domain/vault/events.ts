import { DELIVERY_STATES, type DeliveryRung, type DeliveryState } from "~db/schema/states";
import { DELIVERY_TRANSITIONS, type EventLine, VAULT_TRANSITIONS } from "./transitions";

export { DELIVERY_STATES, type DeliveryState };

/** Nothing is on its way. */
export function isSettled(state: DeliveryState): boolean {
  return state !== "queued" && state !== "sent";
}

/** By the provider's word, an opening or three days of silence. */
export function isArrived(state: DeliveryState): boolean {
  return state === "arrived" || state === "opened";
}

export function isFailed(state: DeliveryState): boolean {
  return state === "bounced" || state === "failed";
}

export function isHandedOver(state: DeliveryState): boolean {
  return state === "sent" || state === "arrived" || state === "opened";
}

const line = (text: string, tone: EventLine["tone"] = "plain"): EventLine => ({ text, tone });

/** Lines of a vault's record: all transitions, and events that change no state. */
const EVENTS = {
  ...VAULT_TRANSITIONS,
  ...DELIVERY_TRANSITIONS,
  send_failed: line("The letter to {person} could not be delivered yet. We'll try again.{reason}", "bad"),
  delivery_delayed: line(
    "Its day has come, but something is wrong on our side. We keep trying and have been alerted.",
    "bad",
  ),
  delayed: line("The mail server of {person} takes no letter just now. It is tried again.{reason}", "bad"),
  complained: line("{Person} reported the letter as unwanted.", "bad"),
  code_sent: line("A one-time code was sent to {person}."),
  link_replaced: line(
    "Too many wrong codes were entered, so the link of {person} was replaced. We sent them a new one.",
    "bad",
  ),
  read_by_sender: line("You looked at it again, for the first time since you sealed it."),
  address_changed: line("You changed whom we turn to."),
  ask_failed: line("Our question about {person} did not get through.{reason}", "bad"),
  card_made: line("You made a claim card."),
  card_renewed: line("You made a new claim card. The one before opens nothing any more."),
  card_used: line("Somebody came with the claim card."),
  address_asked: line("We asked whether the address is right, without a word about what it is for."),
  address_confirmed: line("Whoever reads at the address confirmed that it is theirs.", "good"),
  address_denied: line("Whoever reads at the address says that it is not theirs.", "bad"),
  address_said_right: line("You said that the address is still right."),
  reminded: line("It was not opened yet, and we reminded {person}."),
  put_off: line("{Person} wants to be reminded on {detail}."),
  reminded_as_asked: line("We reminded {person}, as they had asked."),
  address_proposed: line(
    "{Proposer} gave us another address for {person}. We told you, and send nothing there for three days.",
  ),
  address_stopped: line("You stopped it: nothing is sent to the address that {proposer} gave for {person}."),
  declined: line("{Person} declined it. We send them nothing more about it; the memory stays kept."),
  replied: line("{Person} wrote back.", "good"),
  answered: line("You answered {person}."),
  shared: line("{Sharer} made a link to share it."),
  share_revoked: line("{Sharer} ended a link."),
  // `detail` is the legacy contact's name.
  legacy_asked: line("We told your legacy contact {detail} that it could not be delivered."),
  legacy_view_asked: line("Your legacy contact {detail} asked to read it. You have 30 days to stop that."),
  legacy_copy_announced: line("Your legacy contact {detail} is to get a copy. You have 30 days to stop that."),
  legacy_opened: line("The 30 days are over: your legacy contact {detail} may read it."),
  legacy_copy_sent: line("The 30 days are over: your legacy contact {detail} gets a copy."),
  legacy_read: line("Your legacy contact {detail} read it for the first time."),
  legacy_stopped: line("You stopped it: your legacy contact {detail} does not read it."),
} satisfies Record<string, EventLine>;
export type EventKind = keyof typeof EVENTS;

/** The first time each reader but the sender looks at the content. */
export const READINGS = ["opened", "legacy_read"] as const satisfies EventKind[];

export type DeliveryEvent = {
  id: number;
  kind: EventKind;
  at: Date;
  detail: string;
  deliveryId: string | null;
  /** As it is now, not at the time of the event. */
  delivery: { name: string; state: DeliveryState; rung: DeliveryRung } | null;
};

/** In plain words, for the vault's owner. */
export function describeEvent({ kind, delivery, detail }: Pick<DeliveryEvent, "kind" | "delivery" | "detail">): string {
  const person = delivery?.name || "the recipient";
  const Person = person.charAt(0).toUpperCase() + person.slice(1);
  const words: Record<string, string> = {
    person,
    Person,
    detail,
    reason: detail && ` (${detail})`,
    Proposer: detail ? `Your legacy contact ${detail}` : "Your backup contact",
    proposer: detail ? `your legacy contact ${detail}` : "your backup contact",
    Sharer: delivery ? Person : "You",
  };
  return EVENTS[kind].text.replace(/\{(\w+)\}/g, (_, word) => words[word] ?? "");
}

export function eventTone(kind: EventKind): EventLine["tone"] {
  return EVENTS[kind].tone;
}

export type Unreached = { name: string; rung: DeliveryRung };

export function unreachedIn(events: DeliveryEvent[]): Unreached[] {
  const last = new Map(events.map((event) => [event.deliveryId, event]));
  return [...last.values()].flatMap(({ delivery }) =>
    delivery && isFailed(delivery.state) ? [{ name: delivery.name, rung: delivery.rung }] : [],
  );
}
