import { type CalendarDate, formatDate } from "~/domain/calendar/delivery-date";

/** What a reader is told of the seal under which a letter came. */
export type SealNote = {
  /** In the vault's own zone. */
  sealedOn: CalendarDate;
  isUnchanged: boolean;
  /** How many others had opened it before this reader first did. */
  readersBefore: number;
};

/** The note in words. What does not match its certificate is said as plainly as what does. */
export function sealInWords({ sealedOn, isUnchanged, readersBefore }: SealNote): string {
  const sealed = `Sealed on ${formatDate(sealedOn)}`;
  if (!isUnchanged) {
    return `${sealed}. What is here does not match its certificate any more: please ask its sender, and tell us.`;
  }
  if (readersBefore === 0) return `${sealed}, unchanged since, read 0 times before you.`;
  const others = readersBefore === 1 ? "one other person" : `${readersBefore} others`;
  return `${sealed}, unchanged since, opened by ${others} before you.`;
}
