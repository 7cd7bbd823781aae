import { formatDate } from "~/domain/calendar/delivery-date";
import type { Cover } from "~/domain/overview/covers.server";
import type { TimelineEntry } from "~/domain/overview/timeline.server";
import { addressLine, badgeOf, KINDS, titleOf } from "../vault/vault-card-data";

export function timelineCardData(entry: TimelineEntry, cover: Cover | undefined, now: Date) {
  const isReceived = entry.direction === "received";
  return {
    id: entry.id,
    title: titleOf(entry),
    kind: KINDS[entry.type],
    state: entry.state,
    year: entry.deliveryDate?.slice(0, 4) ?? "",
    day: entry.deliveryDate ? formatDate(entry.deliveryDate) : "",
    line: isReceived ? `From ${entry.senderName}` : addressLine(entry),
    badge: isReceived ? "Received" : badgeOf(entry, now),
    isReceived,
    isNew: isReceived && !entry.isOpened,
    ...(cover && { cover }),
  };
}

export type TimelineCardData = ReturnType<typeof timelineCardData>;
