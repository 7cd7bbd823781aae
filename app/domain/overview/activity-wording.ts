import { dateIn, daysUntil, timeToDelivery } from "~/domain/calendar/delivery-date";
import type { VaultSummary } from "~/domain/vault/vault";

/** In calendar days of the vault's zone, and from 24 months on in years, as on the badge. */
export function upcomingWording(
  { state, deliveryDate, deliveryZone }: Pick<VaultSummary, "state" | "deliveryDate" | "deliveryZone">,
  now: Date,
): string {
  if (!deliveryDate) return "No delivery date yet";
  const days = daysUntil(deliveryDate, deliveryZone, now);
  if (state === "delivering") return "On its way";
  if (state === "held") return "Overdue for delivery, waiting for an address";
  if (days < 0) return "Overdue for delivery";
  if (days === 0) return "Will be delivered today";
  if (days === 1) return "Will be delivered tomorrow";
  const wait = timeToDelivery(deliveryDate, deliveryZone, now);
  return `Will be delivered in ${wait.endsWith("years") ? wait : `${days} days`}`;
}

/** In calendar days of `zone`. */
export function deliveredWording(deliveredAt: Date | null, zone: string, now: Date): string {
  if (!deliveredAt) return "Delivered";
  const days = -daysUntil(dateIn(zone, deliveredAt), zone, now);
  if (days <= 0) return "Delivered today";
  if (days === 1) return "Delivered yesterday";
  return `Delivered ${days} days ago`;
}

/** In calendar days of `zone`. */
export function repliedWording(createdAt: Date, zone: string, now: Date): string {
  return deliveredWording(createdAt, zone, now).replace("Delivered", "Replied");
}

/** Weeks from the seventh day on. */
export function comingUpLabel(days: number): string {
  if (days <= 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days < 7) return `${days} days`;
  const weeks = Math.floor(days / 7);
  return `${weeks} ${weeks === 1 ? "week" : "weeks"}`;
}
