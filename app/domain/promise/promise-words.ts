import { intervalToDuration } from "date-fns";
import { formatDate } from "~/domain/calendar/delivery-date";

/** Days are `YYYY-MM-DD`, instants ISO strings. */
export type PromiseFigures = {
  computedAt: string;
  /** Scheduled and sealed vaults. */
  waiting: number;
  held: number;
  furthestDay: string | null;
  /** Deliveries of the last twelve months, and how many of them arrived and had left on their day, or before it. */
  due: number;
  onTheDay: number;
  early: number;
  /** The last look of a worker that found nothing due. The name is part of `/promise.json`. */
  lastCheckAt: string | null;
  lastRestoreDrill: string | null;
};

export type PromiseFigure = { id: keyof PromiseFigures; label: string; value: string; how: string };

const count = (figure: number) => figure.toLocaleString("en-US");

/** Rounded down: 99.99% is not 100%. */
export function shareInWords(part: number, whole: number): string {
  if (whole === 0) return "–";
  return `${(Math.floor((part / whole) * 1_000) / 10).toLocaleString("en-US")}%`;
}

export function figuresInWords(figures: PromiseFigures): PromiseFigure[] {
  const { waiting, held, furthestDay, due, onTheDay, early, lastCheckAt, lastRestoreDrill, computedAt } = figures;
  return [
    {
      id: "onTheDay",
      label: "Delivered on the day",
      value: shareInWords(onTheDay, due),
      how:
        due === 0
          ? "No delivery fell due in the last twelve months, so there is nothing to compute yet."
          : `${count(onTheDay)} of ${count(due)} deliveries of the last twelve months: the email left us on the chosen day, in the vault’s time zone, and arrived. What bounced, came late or never left counts against us; what the recipient refused doesn’t count. A delivery counts once we know, at the latest after four days.`,
    },
    {
      id: "waiting",
      label: "Vaults waiting for their day",
      value: count(waiting),
      how: "All vaults that are scheduled or sealed. Drafts don’t count.",
    },
    {
      id: "early",
      label: "Delivered too early",
      value: count(early),
      how: "Deliveries of the last twelve months that left before the chosen hour, by the delivery records.",
    },
    {
      id: "held",
      label: "Held, waiting for an address",
      value: count(held),
      how: "Vaults whose day has come and for which every way we know has failed. They’re kept, and can still be claimed.",
    },
    {
      id: "furthestDay",
      label: "Furthest day",
      value: furthestDay ? formatDate(furthestDay) : "–",
      how: "The latest delivery day of all waiting vaults, in UTC.",
    },
    {
      id: "lastCheckAt",
      label: "Last look for due vaults",
      value: lastCheckAt ? agoInWords(lastCheckAt, computedAt) : "never",
      how: "When a worker last found nothing left to deliver. It looks every second and notes it every 15 seconds.",
    },
    {
      id: "lastRestoreDrill",
      label: "Last restore drill",
      value: lastRestoreDrill ? formatDate(lastRestoreDrill) : "not yet",
      how: "When a backup was last restored on another machine and checked. The people who run this site enter it by hand.",
    },
  ];
}

function agoInWords(instant: string, now: string): string {
  const start = new Date(Math.min(Date.parse(instant), Date.parse(now)));
  const duration = intervalToDuration({ start, end: now });
  const units = ["years", "months", "days", "hours", "minutes", "seconds"] as const;
  const unit = units.find((one) => duration[one]);
  if (!unit) return "just now";
  const amount = duration[unit] ?? 0;
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit} ago`;
}

export const PLEDGE = [
  {
    title: "At least twelve months’ notice",
    text: "If we have to close, we email every account, and say it on every page, at least twelve months before the last day. From then on no new vaults and no payments are taken.",
  },
  {
    title: "Everything due is still delivered",
    text: "Until the last day, every vault whose day comes is delivered as always, with every other way we try when an email fails.",
  },
  {
    title: "Every vault goes back to its sender, or on to its recipient",
    text: "For every vault that would still be waiting, its sender decides: take it back as a download, with all its files, or send it on early. A sealed one stays closed to its sender even then: it’s sent on, or deleted.",
  },
  {
    title: "Nothing is thrown away unread",
    text: "Where a sender doesn’t answer, we ask their legacy contacts for a way to reach them. What is still undecided on the last day is delivered to its recipient then, with a note that says why it comes early.",
  },
  {
    title: "The proof outlives us",
    text: "The public keys behind our seals are published before the last day, and the format is documented, so certificates can be checked without us. Then every copy of the data is deleted, backups included.",
  },
] as const;
