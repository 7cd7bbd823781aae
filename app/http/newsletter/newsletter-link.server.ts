import { type NewsletterLink, readNewsletterLink } from "~/domain/newsletter/newsletter-links.server";

/** Returns the subscriber's id. @throws a 404 Response for forged links */
export function requireNewsletterLink(token: string | undefined, link: NewsletterLink): string {
  const id = readNewsletterLink(token ?? "", link);
  if (!id) throw new Response(null, { status: 404 });
  return id;
}
