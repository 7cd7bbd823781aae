import { DELIVERY_STATES, type DeliveryRung, type DeliveryState } from "~db/schema/states";
import { DELIVERY_TRANSITIONS, type EventLine, VAULT_TRANSITIONS } from "./transitions";

export { DELIVERY_STATES, type DeliveryState };

/** Whether nothing is on its way. */
export function isSettled(state: DeliveryState): boolean {
  return state !== "queued" && state !== "sent";
}

/** By the provider's report, an opening, an answer or silence. */
export function isArrived(state: DeliveryState): boolean {
  return state === "arrived" || state === "opened";
}

export function isFailed(state: DeliveryState): boolean {
  return state === "bounced" || state === "failed";
}

export function isHandedOver(state: DeliveryState): boolean {
  return state === "sent" || state === "arrived" || state === "opened";
}

/** Those that decide whether a vault is delivered. The host's copy of a board counts only where it is the only one. */
export function countedDeliveries<Delivery extends { isHostCopy: boolean }>(all: readonly Delivery[]): Delivery[] {
  const others = all.filter(({ isHostCopy }) => !isHostCopy);
  return others.length > 0 ? others : [...all];
}

const line = (text: string, tone: EventLine["tone"] = "plain"): EventLine => ({ text, tone });

/** Lines of a vault's record: all transitions, and events that change no state. */
const EVENTS = {
  ...VAULT_TRANSITIONS,
  ...DELIVERY_TRANSITIONS,
  send_failed: line("The letter to {person} couldn’t be delivered yet. We’ll try again.{reason}", "bad"),
  delivery_delayed: line(
    "Its day has come, but something went wrong on our side. We’re working on it, and keep trying.",
    "bad",
  ),
  delayed: line("The mail server for {person} isn’t accepting mail right now. We’ll try again.{reason}", "bad"),
  complained: line("{Person} marked our email as spam.", "bad"),
  code_sent: line("We sent {person} a one-time code."),
  link_replaced: line("Too many wrong codes were entered, so we replaced the link and sent {person} a new one.", "bad"),
  read_by_sender: line("You read it, for the first time since you sealed it."),
  address_changed: line("You changed where it goes."),
  day_changed: line("You changed its day to {detail}."),
  hour_changed: line("You changed its hour to {detail}."),
  ask_failed: line("Our question about {person} couldn’t be delivered.{reason}", "bad"),
  card_made: line("You made a claim card."),
  card_renewed: line("You made a new claim card. The old one no longer works."),
  card_used: line("Someone used the claim card."),
  address_asked: line("We asked if the address is right. We didn’t say what it’s for."),
  address_confirmed: line("The person at this address confirmed that it’s theirs.", "good"),
  address_denied: line("The person at this address says it isn’t theirs.", "bad"),
  address_said_right: line("You said the address is still right."),
  reminded: line("It hadn’t been opened yet, so we reminded {person}."),
  message_lost: line("Our email to {detail} about it couldn’t be delivered.", "bad"),
  put_off: line("{Person} asked to be reminded on {detail}."),
  reminded_as_asked: line("We reminded {person}, as they asked."),
  address_proposed: line(
    "{Proposer} gave us another address for {person}. We told you, and won’t send anything there for three days.",
  ),
  address_stopped: line("You stopped it: we won’t send anything to the address that {proposer} gave for {person}."),
  declined: line("{Person} said no to it. We won’t write to them about it again, and we keep it safe."),
  decline_undone: line("{Person} took that back: it’s for them after all.", "good"),
  replied: line("{Person} wrote back.", "good"),
  answered: line("You answered {person}."),
  shared: line("{Sharer} made a link to share it."),
  share_revoked: line("{Sharer} turned off a link."),
  // `detail` is the legacy contact's name.
  legacy_asked: line("We told your legacy contact {detail} that it couldn’t be delivered."),
  legacy_view_asked: line("Your legacy contact {detail} asked to read it. You have 30 days to stop it."),
  legacy_copy_announced: line("Your legacy contact {detail} will get a copy. You have 30 days to stop it."),
  legacy_opened: line("The 30 days have passed: your legacy contact {detail} can read it."),
  legacy_copy_sent: line("The 30 days have passed: your legacy contact {detail} gets a copy."),
  legacy_read: line("Your legacy contact {detail} read it for the first time."),
  legacy_stopped: line("You stopped it: your legacy contact {detail} can’t read it."),
} satisfies Record<string, EventLine>;
export type EventKind = keyof typeof EVENTS;

/** The first time each reader but the sender looks at the content. */
export const READINGS = ["opened", "legacy_read"] as const satisfies EventKind[];

/** After these, others may have read it without being counted. */
export const UNCOUNTED_READINGS = ["card_used", "shared"] as const satisfies EventKind[];

export type DeliveryEvent = {
  id: number;
  kind: EventKind;
  at: Date;
  detail: string;
  deliveryId: string | null;
  /** The current state, not that at the time of the event. */
  delivery: { name: string; state: DeliveryState; rung: DeliveryRung } | null;
  /** The address for this delivery that can still be stopped. */
  proposal: WaitingProposal | null;
};

/** From the backup contact if `contactId` is null. `opensAt` can be postponed. */
export type WaitingProposal = {
  id: string;
  email: string;
  contactId: string | null;
  contactName: string;
  opensAt: Date | null;
};

/** What our mail transports say of an address that they cannot even try. */
const NO_ADDRESS = "not an email address";

/** In plain words, for the vault's owner. */
export function describeEvent({ kind, delivery, detail }: Pick<DeliveryEvent, "kind" | "delivery" | "detail">): string {
  const person = delivery?.name || "the recipient";
  const Person = person.charAt(0).toUpperCase() + person.slice(1);
  const words: Record<string, string> = {
    person,
    Person,
    detail,
    reason: detail === NO_ADDRESS ? " This is not an email address." : detail && ` (${detail})`,
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
  return failedIn(events).map(({ name, rung }) => ({ name, rung }));
}

/** With what is failed now, whatever happened before. */
export function failedIn(events: DeliveryEvent[]) {
  const last = new Map(events.map((event) => [event.deliveryId, event]));
  return [...last.values()].flatMap(({ delivery, proposal }) =>
    delivery && isFailed(delivery.state) ? [{ ...delivery, proposal }] : [],
  );
}
