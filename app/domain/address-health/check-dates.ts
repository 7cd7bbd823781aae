import { addDays, addMonths, addYears, max, subDays } from "date-fns";

/**
 * `check` looks at the addresses and sends mail only about problems; `still_right` asks the sender about them;
 * `annual_letter` is a yearly mail; `verify` reminds an unverified sender, whose vaults cannot be delivered; `end` ends
 * a vault whose sender never verified. The last two are only for vaults whose sender was not verified so far: those of
 * an erased account remain verified.
 */
export type CheckKind = "check" | "still_right" | "annual_letter" | "verify" | "end";
export type CheckStep = { kind: CheckKind; at: Date };

export type CheckFacts = {
  createdAt: Date;
  /** Later than `createdAt` for what was a draft first. Needed while the sender is unverified. */
  scheduledAt?: Date | undefined;
  deliveryAt: Date;
  senderSince: Date;
  isSenderVerified: boolean;
};

/** Days before the delivery. */
const CHECKS = [90, 30];
/** Days after a vault was scheduled. Until shortly before a day decades away, the sender's address may be gone. */
const VERIFY_AT_FIRST = [3, 30];
/** In days: reminders at first do not come this close to the delivery, as others follow. */
const VERIFY_APART = 60;
/** Days before the delivery. */
const VERIFY_BEFORE = [30, 7, 1];
/** Days after the due date, while the sender is unverified. */
const VERIFY_AFTER = [1, 7, 30, 90, 180, 335];
const END_AFTER = 365;
export const END_NOTICE_DAYS = 30;
/** No yearly mail for a new vault, or shortly before delivery. */
export const QUIET_AT_FIRST_DAYS = 90;
const QUIET_AT_LAST_DAYS = 30;
/** Months after the sender's own anniversary, so that the two yearly mails are half a year apart. */
const QUESTION_MONTHS = 6;

/** Both ends inclusive. Yearly steps follow the sender's anniversary, so that one mail covers all their vaults. */
export function stepsBetween(vault: CheckFacts, since: Date, until: Date): CheckStep[] {
  return stepsOf(vault).filter(({ at }) => at >= since && at <= until);
}

/** When a vault ends unless its sender verifies, once that is near; never less than 30 days from now. */
export function endNear(deliveryAt: Date, now: Date): Date | undefined {
  const at = addDays(deliveryAt, END_AFTER);
  const soonest = addDays(now, END_NOTICE_DAYS);
  if (at > addDays(soonest, 1)) return undefined;
  return max([at, soonest]);
}

export function isOver({ deliveryAt, isSenderVerified }: CheckFacts, now: Date): boolean {
  return !isSenderVerified && addDays(deliveryAt, END_AFTER) <= now;
}

/** Null when no step is left. */
export function nextStepAt(vault: CheckFacts, now: Date): Date | null {
  const times = stepsOf(vault).flatMap(({ at }) => (at > now ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

function stepsOf(vault: CheckFacts): CheckStep[] {
  const { createdAt, deliveryAt, isSenderVerified } = vault;
  const steps: CheckStep[] = [
    ...CHECKS.map((days) => ({ kind: "check" as const, at: subDays(deliveryAt, days) })),
    ...(isSenderVerified ? [] : untilVerified(vault)),
    ...yearly("annual_letter", vault, 0),
    ...yearly("still_right", vault, QUESTION_MONTHS),
  ];
  return steps.filter(({ at }) => at >= createdAt);
}

function untilVerified({ createdAt, scheduledAt = createdAt, deliveryAt }: CheckFacts): CheckStep[] {
  const atFirst = VERIFY_AT_FIRST.map((days) => addDays(scheduledAt, days));
  const lastAtFirst = subDays(deliveryAt, VERIFY_APART);
  return [
    ...atFirst.filter((at) => at < lastAtFirst).map((at) => ({ kind: "verify" as const, at })),
    ...VERIFY_BEFORE.map((days) => ({ kind: "verify" as const, at: subDays(deliveryAt, days) })),
    ...VERIFY_AFTER.map((days) => ({ kind: "verify" as const, at: addDays(deliveryAt, days) })),
    { kind: "end", at: addDays(deliveryAt, END_AFTER) },
  ];
}

function yearly(kind: CheckKind, { createdAt, deliveryAt, senderSince }: CheckFacts, months: number): CheckStep[] {
  const [from, to] = [addDays(createdAt, QUIET_AT_FIRST_DAYS), subDays(deliveryAt, QUIET_AT_LAST_DAYS)];
  const steps: CheckStep[] = [];
  for (let year = 0; ; year += 1) {
    const at = addMonths(addYears(senderSince, year), months);
    if (at > to) return steps;
    if (at >= from) steps.push({ kind, at });
  }
}
