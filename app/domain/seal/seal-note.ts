import { type CalendarDate, formatDate } from "~/domain/calendar/delivery-date";

export type SealNote = {
  /** In the vault's zone. */
  sealedOn: CalendarDate;
  isUnchanged: boolean;
  /** How often others have read it before. */
  readersBefore: number;
};

export function sealInWords({ sealedOn, isUnchanged, readersBefore }: SealNote): string {
  const sealed = `Sealed on ${formatDate(sealedOn)}`;
  if (!isUnchanged) {
    return `${sealed}. What is here does not match its certificate any more: please ask its sender, and tell us.`;
  }
  if (readersBefore === 0) return `${sealed}, unchanged since, read 0 times before you.`;
  const others = readersBefore === 1 ? "one other person" : `${readersBefore} others`;
  return `${sealed}, unchanged since, opened by ${others} before you.`;
}
