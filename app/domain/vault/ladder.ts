import { addDays } from "date-fns";
import { type DeliveryRung, type DeliveryState, type Rung, UNWANTED } from "~db/schema/states";
import { isFailed, isHandedOver } from "./events";
import type { DeliveryTransition } from "./transitions";

export { type DeliveryRung, type Rung, UNWANTED };

type Step = { rung: Rung; transition: DeliveryTransition; days?: number };

/**
 * The ways to reach a recipient, in order; a vault may lack some. `days` is the wait for an answer: undefined until the
 * mail bounces, 0 for none. Only opening answers a text message, as phone numbers change hands. See
 * docs/decisions/0026-escalation-ladder.md.
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

export type NextRung = Exclude<Rung, "first_address">;

/** How long a vault that reached no recipient can be claimed. */
export const HELD_YEARS = 7;

/** Days of silence before each reminder: on the 3rd and the 14th day. */
const REMINDER_WAITS = [3, 11] as const;

export function nextRungs(rung: DeliveryRung): (Step & { rung: NextRung })[] {
  const isNext = (step: Step): step is Step & { rung: NextRung } => step.rung !== "first_address";
  return LADDER.slice(LADDER.findIndex((step) => step.rung === rung) + 1).filter(isNext);
}

/** Transitions outside the ladder that lead to a rung. */
const OTHER_TRANSITIONS: Partial<Record<DeliveryTransition, DeliveryRung>> = {
  readdressed_by_backup: "first_address",
  readdressed_by_legacy: "first_address",
  blocked: UNWANTED,
  unblocked: "first_address",
};

/** Undefined when the transition keeps the rung. */
export function rungOf(transition: DeliveryTransition): DeliveryRung | undefined {
  return OTHER_TRANSITIONS[transition] ?? LADDER.find((step) => step.transition === transition)?.rung;
}

export function isExhausted(rung: DeliveryRung): boolean {
  return rung === "held" || rung === UNWANTED;
}

/** Undefined when the transition starts no wait. */
export function answerDueAt(transition: DeliveryTransition, now: Date): Date | undefined {
  const days = LADDER.find((step) => step.transition === transition)?.days;
  return days ? addDays(now, days) : undefined;
}

/** When a request of this rung that left at `sentAt` counts as unanswered. */
export function unansweredAt(rung: DeliveryRung, sentAt: Date): Date {
  return addDays(sentAt, LADDER.find((step) => step.rung === rung)?.days ?? 0);
}

type Position = { state: DeliveryState; rung: DeliveryRung };

export function dueStep({
  state,
  rung,
  reminders,
  remindAt = null,
  declinedAt = null,
}: Position & { reminders: number; remindAt?: Date | null; declinedAt?: Date | null }):
  | "remind"
  | "escalate"
  | "wait"
  | "nothing" {
  const isAnswered = hasAnswered({ remindAt, declinedAt });
  const isReminderLeft = !isAnswered && reminders < REMINDER_WAITS.length;
  if (rung === "sms" && state === "queued") return "wait";
  if (rung === "sms" && isHandedOver(state)) return state === "opened" || isAnswered ? "nothing" : "escalate";
  if (state === "sent" || state === "arrived") return isReminderLeft ? "remind" : "nothing";
  return isFailed(state) && !isExhausted(rung) ? "escalate" : "nothing";
}

/** Whether the recipient chose a day to be reminded on, or declined: then the letter has reached them. */
export function hasAnswered({ remindAt, declinedAt }: { remindAt: Date | null; declinedAt: Date | null }): boolean {
  return remindAt !== null || declinedAt !== null;
}

/** After a failure, or on a later rung that was not opened. */
export function isCorrectable({ state, rung }: Position): boolean {
  return isFailed(state) || ((state === "sent" || state === "arrived") && rung !== "first_address");
}

export function firstReminderAt(now: Date): Date {
  return addDays(now, REMINDER_WAITS[0]);
}

/** Null after the last reminder. */
export function nextReminderAt(reminders: number, now: Date): Date | null {
  const wait = REMINDER_WAITS[reminders];
  return wait === undefined ? null : addDays(now, wait);
}
