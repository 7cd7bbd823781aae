import { addDays, addMonths, addYears, subDays } from "date-fns";

/**
 * What is done for a vault while it waits, at instants that follow from a few facts alone:
 * - `check`: its addresses are looked at, and its sender hears only if something is wrong;
 * - `still_right`: its sender is asked whether the addresses are still right;
 * - `annual_letter`: the vault writes to its sender;
 * - `verify`: a sender whose own address nobody verified is reminded, as nothing leaves before that.
 */
export type CareKind = "check" | "still_right" | "annual_letter" | "verify";
export type CareStep = { kind: CareKind; at: Date };

export type CaredFor = { createdAt: Date; deliveryAt: Date; senderSince: Date };

/** Days before the delivery. */
const CHECKS = [90, 30];
const VERIFY_BEFORE = [30, 7, 1];
/** Days after the delivery was due, while it waits for the sender's verified address. */
const VERIFY_AFTER = [1, 7, 30, 90, 180, 365];
/** Neither a young vault nor one that comes soon has anything to tell of a year. */
const QUIET_AT_FIRST_DAYS = 90;
const QUIET_AT_LAST_DAYS = 30;
/** Months after the sender's own anniversary, so that the two yearly mails are half a year apart. */
const QUESTION_MONTHS = 6;

/**
 * The steps of a vault from `since` to `until`, both included. The yearly ones follow the day on which the sender came,
 * so that all of a sender's vaults are spoken of in one mail.
 */
export function stepsBetween(vault: CaredFor, since: Date, until: Date): CareStep[] {
  return stepsOf(vault).filter(({ at }) => at >= since && at <= until);
}

/** When the next step of a vault after `now` is due; null when none is left. */
export function nextStepAt(vault: CaredFor, now: Date): Date | null {
  const times = stepsOf(vault).flatMap(({ at }) => (at > now ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

function stepsOf(vault: CaredFor): CareStep[] {
  const { createdAt, deliveryAt } = vault;
  const steps: CareStep[] = [
    ...CHECKS.map((days) => ({ kind: "check" as const, at: subDays(deliveryAt, days) })),
    ...VERIFY_BEFORE.map((days) => ({ kind: "verify" as const, at: subDays(deliveryAt, days) })),
    ...VERIFY_AFTER.map((days) => ({ kind: "verify" as const, at: addDays(deliveryAt, days) })),
    ...yearly("annual_letter", vault, 0),
    ...yearly("still_right", vault, QUESTION_MONTHS),
  ];
  return steps.filter(({ at }) => at >= createdAt);
}

function yearly(kind: CareKind, { createdAt, deliveryAt, senderSince }: CaredFor, months: number): CareStep[] {
  const [from, to] = [addDays(createdAt, QUIET_AT_FIRST_DAYS), subDays(deliveryAt, QUIET_AT_LAST_DAYS)];
  const steps: CareStep[] = [];
  for (let year = 0; ; year += 1) {
    const at = addMonths(addYears(senderSince, year), months);
    if (at > to) return steps;
    if (at >= from) steps.push({ kind, at });
  }
}
