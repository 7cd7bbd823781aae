import { type CalendarDate, LAST_PICKER_YEAR } from "~/domain/calendar/delivery-date";

/** Both inclusive. */
export type DateBounds = { first: CalendarDate; last: CalendarDate };

/** Empty, `2044` or `2044-06`. */
export type PickedDate = { year?: string | undefined; month?: string | undefined };

const YEAR = /^\d{4}$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Invalid and out-of-bounds steps lead back to the year. */
export function parsePickedDate(given: string, bounds: DateBounds): PickedDate {
  const year = given.slice(0, 4);
  const isMonth = MONTH.test(given);
  if (!(YEAR.test(given) || isMonth) || !yearsWithin(bounds).includes(year)) return {};
  return isMonth && monthsOf(year, bounds).some(({ month, isOpen }) => month === given && isOpen)
    ? { year, month: given }
    : { year };
}

/** Up to 2099, and to the last day once that is over. */
export function yearsWithin({ first, last }: DateBounds): string[] {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const end = from > LAST_PICKER_YEAR ? to : Math.max(from, Math.min(to, LAST_PICKER_YEAR));
  return Array.from({ length: end - from + 1 }, (_, index) => String(from + index));
}

/** Months are written `2044-06`. */
export function monthsOf(year: string, bounds: DateBounds): { month: string; isOpen: boolean }[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, "0")}`;
    return { month, isOpen: month >= bounds.first.slice(0, 7) && month <= bounds.last.slice(0, 7) };
  });
}

export function daysOf(month: string, bounds: DateBounds): { date: CalendarDate; isOpen: boolean }[] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, "0")}`;
    return { date, isOpen: date >= bounds.first && date <= bounds.last };
  });
}

/** Weeks start on Monday. */
export function leadingBlanks(month: string): number {
  return (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
}
