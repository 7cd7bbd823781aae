import { type CalendarDate, formatDate } from "~/domain/calendar/delivery-date";

export type SealNote = {
  /** In the vault's zone. */
  sealedOn: CalendarDate;
  isUnchanged: boolean;
  /** How many others have read it before. Null if some may have, with a claim card or by a share link. */
  readersBefore: number | null;
};

export function sealInWords({ sealedOn, isUnchanged, readersBefore }: SealNote): string {
  const sealed = `Sealed on ${formatDate(sealedOn)}`;
  if (!isUnchanged) {
    return `${sealed}. What’s here no longer matches its certificate: please ask its sender, and tell us.`;
  }
  if (readersBefore === null) return `${sealed}, and unchanged since.`;
  if (readersBefore === 0) return `${sealed}, and unchanged since. You are the first to open it.`;
  const others = readersBefore === 1 ? "one other person" : `${readersBefore} others`;
  return `${sealed}, and unchanged since. Also opened by ${others} before you.`;
}
