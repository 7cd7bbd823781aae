import type { User } from "~/domain/account/account";
import { type DeliveryByLink, isAddressee } from "~/domain/recipients/delivery-by-link.server";
import { contactOf } from "~/domain/recipients/opening-link.server";
import { type ViewedPosts, type ViewedVault, viewVault } from "./view-vault.server";

/** As the reader to whom the link was sent. Undefined until the recipient has opened the delivery. */
export async function viewDelivery(
  user: User | undefined,
  delivery: DeliveryByLink,
  posts: ViewedPosts = {},
): Promise<ViewedVault | undefined> {
  const isTheirs = isAddressee(user, delivery);
  const { id, openedWith } = delivery;
  if (!isTheirs && !openedWith) return undefined;
  const viewer = {
    ...(isTheirs && { user }),
    ...(openedWith === "code" && { openedDeliveryIds: [id] }),
    codesTo: { [id]: contactOf(delivery) },
    ...(openedWith === "card" && { claimedDeliveryIds: [id] }),
  };
  const viewed = await viewVault(viewer, delivery.vaultId, undefined, posts);
  return viewed?.seesContent ? viewed : undefined;
}
