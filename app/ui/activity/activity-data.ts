import type { User } from "~/domain/account/account";
import type { Activity } from "~/domain/overview/activity.server";
import { deliveredWording, repliedWording, upcomingWording } from "~/domain/overview/activity-wording";
import type { VaultSummary } from "~/domain/vault/vault";
import { addressLine, KINDS, titleOf } from "../vault/vault-card-data";

/** Arrivals and replies are dated in the time zone of the user. */
export function activityData(
  user: User,
  { upcoming, delivered, replies, repliesReceived }: Activity & { repliesReceived: number },
  now: Date,
) {
  const item = (vault: VaultSummary, when: string) => ({
    id: vault.id,
    title: titleOf(vault),
    kind: KINDS[vault.type],
    state: vault.state,
    line: addressLine(vault),
    when,
  });
  return {
    counts: {
      all: user.vaultsUsed,
      upcoming: user.vaultsUsed - user.vaultsDelivered,
      delivered: user.vaultsDelivered,
      replies: repliesReceived,
    },
    upcoming: upcoming.map((vault) => item(vault, upcomingWording(vault, now))),
    delivered: delivered.map((vault) => item(vault, deliveredWording(vault.deliveredAt, user.timeZone, now))),
    replies: replies.map(({ vaultId, deliveryId, createdAt, ...reply }) => ({
      ...reply,
      title: titleOf(reply),
      conversation: `/memories/${vaultId}/replies?with=${deliveryId}`,
      original: `/memories/${vaultId}`,
      when: repliedWording(createdAt, user.timeZone, now),
    })),
  };
}

export type ActivityData = ReturnType<typeof activityData>;
export type ReplyItem = ActivityData["replies"][number];
export type ActivityItem = ActivityData["upcoming"][number];
