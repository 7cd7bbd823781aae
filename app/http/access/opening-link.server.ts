import { redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import {
  type DeliveryByLink,
  findByReplacedLink,
  findDeliveryByLink,
  isAddressee,
} from "~/domain/recipients/delivery-by-link.server";
import type { RequestContext } from "~/http/request-context.server";
import { readingsIn } from "./reading-sessions.server";

/**
 * With `request`, also whether its reader has opened it.
 * @throws a 404 Response for links that are forged, outdated or not open yet, and a redirect for links that were
 * replaced
 */
export async function requireDelivery(link: string | undefined, request?: Request): Promise<DeliveryByLink> {
  const delivery = await findDeliveryByLink(link ?? "", request && (await readingsIn(request)));
  if (delivery) return delivery;
  if (link && (await findByReplacedLink(link))) throw redirect(`/open/${link}/replaced`, 303);
  throw new Response(null, { status: 404 });
}

/** @throws a 404 Response for links that were not replaced after too many wrong codes */
export async function requireReplacedLink(link: string | undefined): Promise<DeliveryByLink> {
  const delivery = await findByReplacedLink(link ?? "");
  if (!delivery) throw new Response(null, { status: 404 });
  return delivery;
}

/** Also accepts a link that was replaced, whose reading sessions continue. @throws like `requireDelivery` */
export async function requireDeliveryOrReplaced(link: string | undefined): Promise<DeliveryByLink> {
  return (await findByReplacedLink(link ?? "")) ?? requireDelivery(link);
}

/**
 * An account that the delivery moved with acts for its present email.
 * @throws like `requireDelivery`, and a redirect to the letter for the link of a claim card, which has no mailbox
 */
export async function requireMailbox(link: string | undefined, context: RequestContext): Promise<DeliveryByLink> {
  const delivery = await requireDelivery(link);
  if (!delivery.recipientEmail) throw redirect(`/open/${link}`, 303);
  return withPresentContact(delivery, await context.viewer());
}

/** For an account that the delivery moved with, at its present email. */
export async function withPresentContact(delivery: DeliveryByLink, user: User | undefined): Promise<DeliveryByLink> {
  const hasMoved = !delivery.phone && isAddressee(user, delivery) && user.email !== delivery.recipientEmail;
  if (!hasMoved) return delivery;
  const reached = { ...delivery, recipientEmail: user.email };
  return { ...reached, isBlocked: await isSenderBlocked(reached) };
}
