import { type AddressQuestion, findAddressQuestion } from "~/domain/address-health/confirmation.server";
import { findStillRightQuestion, type StillRightQuestion } from "~/domain/address-health/still-right.server";
import { findSubscription, type Subscription } from "~/domain/outbox/unsubscribe.server";

/**
 * What a link in a mail can end.
 * @throws a 404 Response for links that are guessed, changed or of an address that the account has no longer
 */
export async function requireSubscription(link: string | undefined): Promise<Subscription> {
  return (await findSubscription(link ?? "")) ?? notFound();
}

/**
 * What whoever reads at an address is asked.
 * @throws a 404 Response for links that are guessed or changed, or when nothing goes to the address any more
 */
export async function requireAddressQuestion(link: string | undefined): Promise<AddressQuestion> {
  return (await findAddressQuestion(link ?? "")) ?? notFound();
}

/**
 * What a sender is asked once a year.
 * @throws a 404 Response for links that are guessed, changed, too old or of an address that the account has no longer
 */
export async function requireStillRightQuestion(link: string | undefined): Promise<StillRightQuestion> {
  return (await findStillRightQuestion(link ?? "")) ?? notFound();
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
