import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import type { DeliveryEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import { toastCookie } from "~/http/cookies.server";
import type { RequestContext } from "~/http/request-context.server";

/** How long after the delivery date a page without script can be reloaded to follow the delivery. */
const FOLLOWED_MS = 3_600_000;

/**
 * The moment of sending, for `/dashboard?sent=ID`. Null for a reloaded page, which has no toast, unless the vault was
 * due at once and the page shows its progress.
 */
export async function sentVault(
  request: Request,
  context: RequestContext,
  user: User,
  now: Date,
): Promise<{ viewed: ViewedVault; events: DeliveryEvent[] } | null> {
  const id = new URL(request.url).searchParams.get("sent");
  if (!id) return null;
  const viewed = await viewVault({ user }, id, now, { withPosts: false });
  if (viewed?.view.as !== "owner") return null;
  const { state, deliveryAt, createdAt } = viewed.vault;
  if (state === "draft" || state === "cancelled" || deliveryAt === null) return null;
  const age = now.getTime() - Math.max(createdAt.getTime(), deliveryAt.getTime());
  const isFollowed = age >= 0 && age < FOLLOWED_MS;
  const isNew = context.isDataRequest || Boolean(await toastCookie.parse(request.headers.get("Cookie")));
  return isNew || isFollowed ? { viewed, events: await listEvents(id) } : null;
}
