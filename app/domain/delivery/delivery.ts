/** States of one recipient's delivery. `arrived`, `opened` and `bounced` are what the outside tells us later. */
export const DELIVERY_STATES = ["queued", "sent", "arrived", "opened", "bounced", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Whether nothing more is going to be tried for this recipient. */
export function isSettled(state: DeliveryState): boolean {
  return state !== "queued";
}

/** Whether the mail was handed over and nothing has come back since. */
export function isHandedOver(state: DeliveryState): boolean {
  return state === "sent" || state === "arrived" || state === "opened";
}

/** What can happen to a vault on its way, in the order in which people usually meet it. */
export const EVENT_KINDS = [
  "scheduled",
  "changed",
  "sealed",
  "due",
  "handed_over",
  "send_failed",
  "send_given_up",
  "delivered",
  "held",
  "code_sent",
  "opened",
  "cancelled",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export type DeliveryEvent = { id: number; kind: EventKind; at: Date; detail: string; recipientName: string | null };

/** One line of the delivery record in plain words. */
export function describeEvent({ kind, recipientName, detail }: DeliveryEvent): string {
  const person = recipientName ?? "the recipient";
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
    case "delivered":
      return "Delivered.";
    case "held":
      return "It could not be delivered. We keep it, and it can still be claimed.";
    case "code_sent":
      return `A one-time code was sent to ${person}.`;
    case "opened":
      return `${capitalise(person)} opened it.`;
    case "cancelled":
      return "You cancelled it.";
  }
}

/** How a line of the record is toned: what went well, what went wrong, and the rest. */
export function eventTone(kind: EventKind): "good" | "bad" | "plain" {
  if (kind === "delivered" || kind === "opened") return "good";
  if (kind === "send_failed" || kind === "send_given_up" || kind === "held") return "bad";
  return "plain";
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
