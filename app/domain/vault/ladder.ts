import { addDays } from "date-fns";
import { type DeliveryState, isFailed, isHandedOver } from "./events";
import type { DeliveryMove } from "./transitions";

/**
 * The ways on which a vault is tried to reach one recipient, in this order; a way that there is not is passed over.
 * `move` is how a delivery comes to stand on a rung, and `days` how long an answer is waited for there: without it, for
 * as long as the letter is on its way, and with 0 not at all. Numbers change hands: of a text message only its opening is
 * an answer. See docs/decisions/0026-the-ladder.md.
 */
export const LADDER = [
  { rung: "first_address", move: "readdressed" },
  { rung: "second_address", move: "tried_second_address" },
  { rung: "sms", move: "tried_sms", days: 7 },
  { rung: "backup", move: "asked_backup", days: 7 },
  { rung: "legacy", move: "asked_legacy", days: 30 },
  { rung: "sender", move: "asked_sender", days: 0 },
  { rung: "held", move: "given_up" },
] as const satisfies Step[];

type Step = { rung: string; move: DeliveryMove; days?: number };
export type Rung = (typeof LADDER)[number]["rung"];
/** The rungs that somebody can escalate to. */
export type NextRung = Exclude<Rung, "first_address">;

/** Where a delivery stands whose recipient takes nothing from its sender: nobody is asked how else to reach them. */
export const UNWANTED = "unwanted";
export type DeliveryRung = Rung | typeof UNWANTED;

/** How long a vault that could reach nobody is kept for whoever claims it, in years. */
export const HELD_YEARS = 7;

/** How long a recipient's silence lasts before each reminder, in days: the 3rd and the 14th after handing over. */
const REMINDER_WAITS = [3, 11] as const;

/** What stands above a rung, nearest first. */
export function nextRungs(rung: string): (Step & { rung: NextRung })[] {
  const above = LADDER.slice(LADDER.findIndex((step) => step.rung === rung) + 1);
  return above as (Step & { rung: NextRung })[];
}

/** The moves besides the ladder's own that put a delivery somewhere on it, or beside it. */
const OTHER_MOVES: Partial<Record<DeliveryMove, DeliveryRung>> = {
  readdressed_by_backup: "first_address",
  blocked: UNWANTED,
  unblocked: "first_address",
};

/** The rung on which a move puts a delivery; undefined for the moves that leave it on its own. */
export function rungOf(move: DeliveryMove): DeliveryRung | undefined {
  const steps: readonly (Step & { rung: Rung })[] = LADDER;
  return OTHER_MOVES[move] ?? steps.find((step) => step.move === move)?.rung;
}

/** Whether nothing more is tried: all ways were, or whoever has the address wants none of it. */
export function isExhausted(rung: string): boolean {
  return rung === "held" || rung === UNWANTED;
}

/** When whoever was asked by this move has had their time; undefined when nobody was. */
export function answerDueAt(move: DeliveryMove, now: Date): Date | undefined {
  const steps: readonly Step[] = LADDER;
  const days = steps.find((step) => step.move === move)?.days;
  return days ? addDays(now, days) : undefined;
}

type Standing = { state: DeliveryState; rung: DeliveryRung };

/** What is to be done about a delivery whose next step is due. */
export function dueStep({
  state,
  rung,
  reminders,
  remindAt = null,
  declinedAt = null,
}: Standing & { reminders: number; remindAt?: Date | null; declinedAt?: Date | null }):
  | "remind"
  | "escalate"
  | "nothing" {
  const hasAnswered = remindAt !== null || declinedAt !== null;
  const isReminderLeft = !hasAnswered && reminders < REMINDER_WAITS.length;
  if (rung === "sms" && isHandedOver(state)) {
    return state === "opened" || hasAnswered ? "nothing" : "escalate";
  }
  if (state === "sent" || state === "arrived") return isReminderLeft ? "remind" : "nothing";
  return isFailed(state) && !isExhausted(rung) ? "escalate" : "nothing";
}

/** Whether another address may be given: for what failed, and for what went another way since and was not opened. */
export function isCorrectable({ state, rung }: Standing): boolean {
  return isFailed(state) || (state === "sent" && rung !== "first_address");
}

/** When whoever has not opened is reminded first of what was handed over at `now`. */
export function firstReminderAt(now: Date): Date {
  return addDays(now, REMINDER_WAITS[0]);
}

/** When the next reminder follows, once `reminders` of them were sent, the last at `now`; null after the last one. */
export function nextReminderAt(reminders: number, now: Date): Date | null {
  const wait = REMINDER_WAITS[reminders];
  return wait === undefined ? null : addDays(now, wait);
}
