import { TZDate } from "@date-fns/tz";
import { format, subDays } from "date-fns";
import type { User } from "~/domain/account/account";
import { failedMailInWords } from "~/domain/account/failed-mail";
import { isNearlyFull } from "~/domain/account/plans";
import { agoInWords, dateIn, daysUntil, knownZone } from "~/domain/calendar/delivery-date";
import { comingUpLabel, deliveredWording, upcomingWording } from "~/domain/overview/activity-wording";
import type { Dashboard } from "~/domain/overview/dashboard.server";
import { NEWS_DAYS, type News, type ReceivedVault } from "~/domain/overview/news";
import { otherQuoteOf, quoteOf } from "~/domain/overview/quotes";
import type { Slots } from "~/domain/overview/slots.server";
import { suggestionOf } from "~/domain/overview/suggestions";
import type { VaultSummary } from "~/domain/vault/vault";
import { greetingName } from "../frame/chrome";
import { addressLine, titleOf, vaultCardData } from "../vault/vault-card-data";

/** Marks the end of a thread that was shortened. */
const ALL_UPCOMING = { href: "/activity?tab=upcoming", title: "All upcoming", label: "And more" };

type Found = {
  list: "pending" | "delivered";
  loaded: Dashboard;
  received: ReceivedVault[];
  hasMoreReceived: boolean;
  news: News[];
  slots: Slots;
  /** A new email that is not confirmed yet, of an account without a verified one. */
  pendingEmail: string | null;
};

export function dashboardData(user: User, { list, loaded, received, news, slots, ...found }: Found, now: Date) {
  const today = dateIn(user.timeZone, now);
  const clock = clockIn(user.timeZone, now);
  const short = (vault: VaultSummary) => ({ id: vault.id, title: titleOf(vault) });
  return {
    list,
    pending: user.vaultsUsed - user.vaultsDelivered,
    delivered: user.vaultsDelivered,
    today: clock.day,
    asOf: clock.time,
    greeting: greeting(user.name, clock.hour),
    quote: quoteOf(today),
    thought: { quote: otherQuoteOf(today), suggestion: suggestionOf(today) },
    failedMail: failedMailInWords(user.failedMail, now),
    unverified: user.isEmailVerified ? null : { email: user.email, pendingEmail: found.pendingEmail },
    held: loaded.held.map(short),
    concerns: loaded.concerns.map((vault) => ({ ...short(vault), status: vault.addressStatus })),
    hasMoreToDo: loaded.hasMoreToDo,
    slots: isNearlyFull(user.vaultsUsed, user.vaultLimit) ? slots : null,
    comingUp: [
      ...loaded.comingUp.map((vault) => ({
        href: `/memories/${vault.id}`,
        title: titleOf(vault),
        label: comingUpLabel(daysUntil(vault.deliveryDate ?? "", vault.deliveryZone, now)),
      })),
      ...(loaded.hasMoreComingUp ? [ALL_UPCOMING] : []),
    ],
    moment: loaded.moment ? { ...short(loaded.moment), to: addressLine(loaded.moment) } : null,
    recent: [
      ...loaded.recentUpcoming.map((vault) => ({ ...short(vault), when: upcomingWording(vault, now) })),
      ...loaded.recentDelivered.map((vault) => ({
        ...short(vault),
        when: deliveredWording(vault.deliveredAt, user.timeZone, now),
      })),
    ],
    news: newsOf(user, { news, arrived: loaded.recentDelivered }, now),
    received: received.map(({ id, title, senderName, isOpened }) => ({ id, title, senderName, isOpened })),
    hasMoreReceived: found.hasMoreReceived,
    drafts: loaded.drafts.map((vault) => vaultCardData(vault, now)),
    hasMoreDrafts: loaded.hasMoreDrafts,
    cards: loaded.vaults.map((vault) => vaultCardData(vault, now)),
  };
}

export type DashboardData = ReturnType<typeof dashboardData> & { next: string | null; hasLegacyContact: boolean };

const NEWS_AT_MOST = 4;

/** An arrival is news until the vault is opened. */
function newsOf(user: User, { news, arrived }: { news: News[]; arrived: VaultSummary[] }, now: Date) {
  const oldest = subDays(now, NEWS_DAYS);
  const arrivals = arrived.flatMap(({ id, title, deliveredAt }) =>
    deliveredAt && deliveredAt > oldest && news.every(({ vaultId }) => vaultId !== id)
      ? [{ kind: "arrived" as const, vaultId: id, title: titleOf({ title }), at: deliveredAt }]
      : [],
  );
  return [...news, ...arrivals]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, NEWS_AT_MOST)
    .map(({ at, ...one }) => ({ ...one, when: agoInWords(dateIn(user.timeZone, at), user.timeZone, now) }));
}

/** For example "Good morning, Anna." */
function greeting(name: string, hour: number): string {
  const part = hour < 5 ? "evening" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return `Good ${part}, ${greetingName(name)}.`;
}

type Clock = { day: string; time: string; hour: number };

/** For example "Friday, November 20, 2026", "10:42" and 10. */
function clockIn(zone: string, now: Date): Clock {
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== clocks.minute) clocks = { minute, ofZones: new Map() };
  const known = clocks.ofZones.get(zone);
  if (known) return known;
  const local = new TZDate(now, knownZone(zone));
  const clock = { day: format(local, "EEEE, MMMM d, yyyy"), time: format(local, "HH:mm"), hour: local.getHours() };
  clocks.ofZones.set(zone, clock);
  return clock;
}

/** Dates with a zone are slow, and many users share one. */
let clocks = { minute: 0, ofZones: new Map<string, Clock>() };
