import { findSubscription, type Subscription } from "~/domain/notification/unsubscribe.server";

/**
 * What a link in a mail can end.
 * @throws a 404 Response for links that are guessed, changed or of an address that the account has no longer
 */
export async function requireSubscription(link: string | undefined): Promise<Subscription> {
  return (await findSubscription(link ?? "")) ?? notFound();
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
