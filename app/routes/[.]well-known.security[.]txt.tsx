import { addDays } from "date-fns";
import { env } from "~/env.server";
import { now } from "~/services/clock.server";

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

export function loader() {
  const midnight = new Date(addDays(now(), VALID_DAYS).setUTCHours(0, 0, 0, 0));
  const lines = [
    `Contact: ${env.CONTACT_EMAIL ? `mailto:${env.CONTACT_EMAIL}` : `${env.BASE_URL}/contact`}`,
    `Expires: ${midnight.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${env.BASE_URL}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
