import { addYears } from "date-fns";

/** From its delivery (product decision 22). */
export const KEPT_YEARS = 7;
/** In days before the end: when notices are sent. */
export const NOTICE_DAYS = [90, 30, 7] as const;

export function keptUntil(deliveredAt: Date): Date {
  return addYears(deliveredAt, KEPT_YEARS);
}
