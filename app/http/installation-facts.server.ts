import { env } from "~/env.server";
import { mailProvider } from "~/services/mail.server";
import { isSmsConfigured } from "~/services/sms.server";
import type { PrivacyFacts } from "~/ui/public/privacy-page";

const MAIL: Record<string, PrivacyFacts["mail"]> = { mailgun: "Mailgun", smtp: "our own mail server" };

/** What the public pages say about this installation. */
export function installationFacts(): PrivacyFacts {
  return {
    operator: env.OPERATOR ?? null,
    mail: MAIL[mailProvider] ?? "nobody",
    hasSms: isSmsConfigured(),
    hasCloudinary: Boolean(env.CLOUDINARY_URL),
  };
}
