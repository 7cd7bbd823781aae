import { env } from "~/env.server";
import { mailProvider } from "~/services/mail.server";
import { isSmsConfigured } from "~/services/sms.server";

const MAIL: Record<string, "Mailgun" | "SMTP"> = { mailgun: "Mailgun", smtp: "SMTP" };

export function describeInstallation() {
  return {
    operator: env.OPERATOR ?? null,
    mail: MAIL[mailProvider] ?? ("none" as const),
    hasSms: isSmsConfigured(),
    hasCloudinary: Boolean(env.CLOUDINARY_URL),
    hasPayments: Boolean(env.LEMON_SQUEEZY_API_KEY),
    hasAssistant: Boolean(env.AI_API_KEY),
    hasContactAddress: Boolean(env.CONTACT_EMAIL),
  };
}
