import type { User } from "~/domain/account/account";
import { isNearlyFull } from "~/domain/account/plans";
import { toStatus } from "~/domain/address-health/address-status";
import { dateIn, daysUntil } from "~/domain/calendar/delivery-date";
import { comingUpLabel, deliveredWording, upcomingWording } from "~/domain/overview/activity-wording";
import type { Dashboard } from "~/domain/overview/dashboard.server";
import { otherQuoteOf, quoteOf } from "~/domain/overview/quotes";
import type { ReceivedVault } from "~/domain/overview/received.server";
import { suggestionOf } from "~/domain/overview/suggestions";
import type { VaultSummary } from "~/domain/vault/vault";
import { addressLine, titleOf, vaultCardData } from "../vault/vault-card-data";
import { dayIn, greeting, timeIn } from "./greeting";

/** The last item of a thread that was cut. */
const ALL_UPCOMING = { href: "/activity?tab=upcoming", title: "All upcoming", label: "And more" };

/** The data of the dashboard at `now`. */
export function dashboardData(
  user: User,
  list: "pending" | "delivered",
  loaded: Dashboard,
  received: ReceivedVault[],
  now: Date,
) {
  const today = dateIn(user.timeZone, now);
  const short = (vault: VaultSummary) => ({ id: vault.id, title: titleOf(vault) });
  return {
    list,
    pending: user.vaultsUsed - user.vaultsDelivered,
    delivered: user.vaultsDelivered,
    today: dayIn(user.timeZone, now),
    asOf: timeIn(user.timeZone, now),
    greeting: greeting(user.name, user.timeZone, now),
    quote: quoteOf(today),
    thought: { quote: otherQuoteOf(today), suggestion: suggestionOf(today) },
    unverified: user.isEmailVerified ? null : user.email,
    held: loaded.held.map(short),
    concerns: loaded.concerns.map((vault) => ({ ...short(vault), status: toStatus(vault.addressStatus) })),
    slots: isNearlyFull(user.vaultsUsed, user.vaultLimit) ? { used: user.vaultsUsed, limit: user.vaultLimit } : null,
    comingUp: [
      ...loaded.comingUp.map((vault) => ({
        href: `/memories/${vault.id}`,
        title: titleOf(vault),
        label: comingUpLabel(daysUntil(vault.deliveryDate ?? "", vault.deliveryZone, now)),
      })),
      ...(loaded.hasMoreComingUp ? [ALL_UPCOMING] : []),
    ],
    moment: loaded.moment
      ? { ...short(loaded.moment.vault), to: addressLine(loaded.moment.vault), yearsAgo: loaded.moment.yearsAgo }
      : null,
    recent: [
      ...loaded.recentUpcoming.map((vault) => ({ ...short(vault), when: upcomingWording(vault, user.timeZone, now) })),
      ...loaded.recentDelivered.map((vault) => ({
        ...short(vault),
        when: deliveredWording(vault.deliveredAt, user.timeZone, now),
      })),
    ],
    received: received.map(({ id, title, senderName, isOpened }) => ({ id, title, senderName, isOpened })),
    drafts: loaded.drafts.map((vault) => vaultCardData(vault, now)),
    hasMoreDrafts: loaded.hasMoreDrafts,
    cards: loaded.vaults.map((vault) => vaultCardData(vault, now)),
  };
}

export type DashboardData = ReturnType<typeof dashboardData> & { next: string | null; hasLegacyContact: boolean };
