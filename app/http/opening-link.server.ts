import { findDeliveryByLink, type SealedDelivery } from "~/domain/delivery/opening.server";

/**
 * The delivery behind the link of a mail.
 * @throws a 404 Response for links that are guessed, changed, outdated or not open yet
 */
export async function requireDelivery(link: string | undefined): Promise<SealedDelivery> {
  const delivery = await findDeliveryByLink(link ?? "");
  if (!delivery) throw new Response(null, { status: 404 });
  return delivery;
}
