import { redirect } from "@remix-run/node";
import { type DeliveryByLink, findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { readingCookie } from "~/http/cookies.server";

/**
 * The delivery behind the link of a mail. Given the request, it also knows whether its reader is reading it.
 * @throws a 404 Response for links that are guessed, changed, outdated or not open yet
 */
export async function requireDelivery(link: string | undefined, request?: Request): Promise<DeliveryByLink> {
  const reading: unknown = request && (await readingCookie.parse(request.headers.get("Cookie")));
  const delivery = await findDeliveryByLink(link ?? "", typeof reading === "string" ? reading : "");
  if (!delivery) throw new Response(null, { status: 404 });
  return delivery;
}

/**
 * The delivery behind the link of a mail, for what its recipient has to say to it. Who came with a claim card has no
 * mailbox of which anything could be said.
 * @throws a 404 Response, as `requireDelivery` does, and a redirect to the letter where there is no mailbox
 */
export async function requireMailbox(link: string | undefined): Promise<DeliveryByLink> {
  const delivery = await requireDelivery(link);
  if (!delivery.recipientEmail) throw redirect(`/open/${link}`, 303);
  return delivery;
}
