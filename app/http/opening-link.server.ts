import { findDeliveryByLink, type SealedDelivery } from "~/domain/delivery/opening.server";
import { readingCookie } from "./cookies.server";

/**
 * The delivery behind the link of a mail. Given the request, it also knows whether its reader is reading it.
 * @throws a 404 Response for links that are guessed, changed, outdated or not open yet
 */
export async function requireDelivery(link: string | undefined, request?: Request): Promise<SealedDelivery> {
  const reading: unknown = request && (await readingCookie.parse(request.headers.get("Cookie")));
  const delivery = await findDeliveryByLink(link ?? "", typeof reading === "string" ? reading : "");
  if (!delivery) throw new Response(null, { status: 404 });
  return delivery;
}
