import { addDays } from "date-fns";
import { type DeliveryRung, type DeliveryState, type Rung, UNWANTED } from "~db/schema/states";
import { isFailed, isHandedOver } from "./events";
import type { DeliveryTransition } from "./transitions";

export { type DeliveryRung, type Rung, UNWANTED };

type Step = { rung: Rung; transition: DeliveryTransition; days?: number };

/**
 * The ways to reach a recipient, in this order; those that a vault does not have are skipped. `transition` leads to the
 * rung, `days` is how long to wait there for an answer: undefined until the mail bounces, 0 not at all. As phone numbers
 * change hands, only opening answers a text message. See docs/decisions/0026-escalation-ladder.md.
 */
export const LADDER: readonly Step[] = [
  { rung: "first_address", transition: "readdressed" },
  { rung: "second_address", transition: "tried_second_address" },
  { rung: "sms", transition: "tried_sms", days: 7 },
  { rung: "backup", transition: "asked_backup", days: 7 },
  { rung: "legacy", transition: "asked_legacy", days: 30 },
  { rung: "sender", transition: "asked_sender", days: 0 },
  { rung: "held", transition: "given_up" },
];

/** The rungs that a delivery can escalate to. */
export type NextRung = Exclude<Rung, "first_address">;

/** How long a vault that reached no recipient is kept to be claimed, in years. */
export const HELD_YEARS = 7;

/** Days of silence before each reminder: the 3rd and the 14th after handing over. */
const REMINDER_WAITS = [3, 11] as const;

/** Returns the rungs above one, nearest first. */
export function nextRungs(rung: DeliveryRung): (Step & { rung: NextRung })[] {
  const isNext = (step: Step): step is Step & { rung: NextRung } => step.rung !== "first_address";
  return LADDER.slice(LADDER.findIndex((step) => step.rung === rung) + 1).filter(isNext);
}

/** Transitions to a rung that are not the ladder's own. */
const OTHER_TRANSITIONS: Partial<Record<DeliveryTransition, DeliveryRung>> = {
  readdressed_by_backup: "first_address",
  blocked: UNWANTED,
  unblocked: "first_address",
};

/** Returns the rung that a transition leads to; undefined when it leaves the rung as it is. */
export function rungOf(transition: DeliveryTransition): DeliveryRung | undefined {
  return OTHER_TRANSITIONS[transition] ?? LADDER.find((step) => step.transition === transition)?.rung;
}

/** Whether nothing more is tried. */
export function isExhausted(rung: DeliveryRung): boolean {
  return rung === "held" || rung === UNWANTED;
}

/** Returns the end of the wait that a transition starts; undefined when there is none. */
export function answerDueAt(transition: DeliveryTransition, now: Date): Date | undefined {
  const days = LADDER.find((step) => step.transition === transition)?.days;
  return days ? addDays(now, days) : undefined;
}

type Position = { state: DeliveryState; rung: DeliveryRung };

/** Returns what to do about a delivery whose next step is due. */
export function dueStep({
  state,
  rung,
  reminders,
  remindAt = null,
  declinedAt = null,
}: Position & { reminders: number; remindAt?: Date | null; declinedAt?: Date | null }):
  | "remind"
  | "escalate"
  | "nothing" {
  const hasAnswered = remindAt !== null || declinedAt !== null;
  const isReminderLeft = !hasAnswered && reminders < REMINDER_WAITS.length;
  if (rung === "sms" && isHandedOver(state)) return state === "opened" || hasAnswered ? "nothing" : "escalate";
  if (state === "sent" || state === "arrived") return isReminderLeft ? "remind" : "nothing";
  return isFailed(state) && !isExhausted(rung) ? "escalate" : "nothing";
}

/** Whether another address may be given: after a failure, or on a later rung while it was not opened. */
export function isCorrectable({ state, rung }: Position): boolean {
  return isFailed(state) || (state === "sent" && rung !== "first_address");
}

/** Returns when the first reminder is due, for a mail handed over at `now`. */
export function firstReminderAt(now: Date): Date {
  return addDays(now, REMINDER_WAITS[0]);
}

/** Returns when the next reminder is due, after `reminders` of them, the last at `now`; null after the last one. */
export function nextReminderAt(reminders: number, now: Date): Date | null {
  const wait = REMINDER_WAITS[reminders];
  return wait === undefined ? null : addDays(now, wait);
}
