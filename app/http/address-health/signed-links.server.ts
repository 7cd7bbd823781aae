import { type AddressQuestion, findAddressQuestion } from "~/domain/address-health/confirmation.server";
import { findStillRightQuestion, type StillRightQuestion } from "~/domain/address-health/still-right.server";
import { readStopLink, type StoppableMail } from "~/domain/outbox/stop-link.server";
import { findSubscription, type MailSubscription } from "~/domain/outbox/unsubscribe.server";

/** @throws a 404 Response for forged links */
export async function requireSubscription(link: string | undefined): Promise<MailSubscription> {
  return (await findSubscription(link ?? "")) ?? notFound();
}

/** @throws a 404 Response for forged links */
export function requireStopLink(link: string | undefined): StoppableMail {
  return readStopLink(link ?? "") ?? notFound();
}

/** @throws a 404 Response for forged links, and when no vault goes to that email */
export async function requireAddressQuestion(link: string | undefined): Promise<AddressQuestion> {
  return (await findAddressQuestion(link ?? "")) ?? notFound();
}

/** @throws a 404 Response for links that are forged, too old or of a former email of the account */
export async function requireStillRightQuestion(link: string | undefined): Promise<StillRightQuestion> {
  return (await findStillRightQuestion(link ?? "")) ?? notFound();
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
