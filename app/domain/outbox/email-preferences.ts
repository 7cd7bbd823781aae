import { z } from "zod";

/** Optional mails. Mails to recipients, and mails that an account needs, are always sent. */
const PREFERENCES = ["vaultDelivery", "weeklyDigest", "productUpdates", "marketingEmails"] as const;
export type Preference = (typeof PREFERENCES)[number];

/** Always on: an intruder must not be able to turn security alerts off. */
export type Preferences = Record<Preference, boolean> & { securityAlerts: true };

export const DEFAULTS: Preferences = {
  vaultDelivery: true,
  weeklyDigest: true,
  securityAlerts: true,
  productUpdates: false,
  marketingEmails: false,
};

export const PREFERENCE_WORDS: Record<keyof Preferences, { label: string; hint: string }> = {
  vaultDelivery: {
    label: "Vault delivery",
    hint: "When a vault is delivered or someone writes back, and twice a year how the waiting ones are. If something goes wrong, we’ll email you either way.",
  },
  weeklyDigest: {
    label: "Weekly digest",
    hint: "On Monday mornings: what’s coming up, what was delivered, what guests added to your boards, and which drafts are unfinished. Nothing to report, no email.",
  },
  securityAlerts: {
    label: "Security alerts",
    hint: "New logins, and changes to your password, your email or your legacy contacts. Always sent, so that nobody can switch them off behind your back.",
  },
  productUpdates: { label: "Product updates", hint: "When there’s something new in Amberkeep. Rarely." },
  marketingEmails: { label: "Marketing emails", hint: "Ideas for special occasions, and offers." },
};

const checkbox = z
  .literal("on", { error: "Please tick this box or leave it empty." })
  .optional()
  .transform((value) => value === "on");

export const preferencesSchema = z.object({
  vaultDelivery: checkbox,
  weeklyDigest: checkbox,
  productUpdates: checkbox,
  marketingEmails: checkbox,
});

export function isPreference(name: string): name is Preference {
  return PREFERENCES.some((known) => known === name);
}
