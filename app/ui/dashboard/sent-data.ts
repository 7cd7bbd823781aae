import type { ViewedVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { firstName } from "~/domain/account/first-name";
import { dateIn, daysUntil, distanceInWords, formatDate, formatTime } from "~/domain/calendar/delivery-date";
import type { DeliveryEvent, EventKind } from "~/domain/vault/events";
import { KINDS, titleOf } from "../vault/vault-card-data";
import { hourOf } from "../vault/vault-details-data";

const YEAR_DAYS = 365.2425;
/** From this distance on, a yearly mail comes before the day. */
const YEARLY_FROM_DAYS = 2 * YEAR_DAYS;

/** The progress of a vault that was due when it was scheduled; `waiting` is for all others. */
export type SentProgress = "waiting" | "unverified" | "leaving" | "handed_over" | "arrived" | "opened" | "failed";

const REACHED: [SentProgress, EventKind[]][] = [
  ["opened", ["opened"]],
  ["arrived", ["delivered", "arrived", "sms_arrived", "presumed_arrived", "responded"]],
  ["failed", ["held", "bounced", "send_given_up", "blocked", "sms_given_up", "sms_bounced"]],
  ["handed_over", ["handed_over", "sms_handed_over"]],
];

type Sent = {
  viewed: ViewedVault;
  events: DeliveryEvent[];
  pendingEmail: string | null;
  unusablePhone: string | null;
};

export function sentData(user: User, { viewed, events, pendingEmail, unusablePhone }: Sent, now: Date) {
  const { vault, senderName } = viewed;
  const { deliveryDate, deliveryZone, deliveryAt } = vault;
  const kind = KINDS[vault.type];
  const name = kind === "future" ? user.name : vault.recipient || vault.recipientEmail || "";
  const { progress, at } = progressOf(events, { isDue: deliveryAt !== null && deliveryAt <= now, user });
  const days = deliveryDate ? daysUntil(deliveryDate, deliveryZone, now) : 0;
  return {
    id: vault.id,
    kind,
    state: vault.state,
    progress,
    /** In the sender's zone. */
    at: at ? formatTime(at, user.timeZone) : "",
    /** Empty for a board. */
    firstName: kind === "board" ? "" : firstName(name),
    unverified: user.isEmailVerified ? null : { email: user.email, pendingEmail },
    unusablePhone,
    hasFreeSlot: user.vaultsUsed < user.vaultLimit,
    front: {
      from: senderName,
      to: kind === "board" ? titleOf(vault) : name,
      address: kind === "board" ? "Memory Board" : ((kind === "future" ? user.email : vault.recipientEmail) ?? ""),
      kind,
      day: deliveryDate,
      isSealed: vault.sealedAt !== null,
    },
    isToday: days <= 0,
    day: deliveryDate ? formatDate(deliveryDate) : "",
    hour: hourOf(vault),
    distance: deliveryDate ? distanceInWords(deliveryDate, deliveryZone, now) : "",
    /** One for each year in between, as fractions of the whole. */
    ticks: Array.from({ length: Math.max(0, Math.ceil(days / YEAR_DAYS) - 1) }, (_, year) =>
      Math.round(((year + 1) * YEAR_DAYS * 1_000) / days),
    ),
    isYearly: days > YEARLY_FROM_DAYS,
    today: dateIn(deliveryZone, now),
  };
}

export type SentData = ReturnType<typeof sentData>;

function progressOf(
  events: DeliveryEvent[],
  { isDue, user }: { isDue: boolean; user: User },
): { progress: SentProgress; at?: Date } {
  if (!isDue) return { progress: "waiting" };
  for (const [progress, kinds] of REACHED) {
    const event = events.find(({ kind }) => kinds.includes(kind));
    if (event) return { progress, at: event.at };
  }
  return { progress: user.isEmailVerified ? "leaving" : "unverified" };
}
