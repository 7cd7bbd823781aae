import { z } from "zod";

/** Optional mails. Those to recipients, and those that an account needs, are always sent. */
export const PREFERENCES = ["vaultDelivery", "weeklyDigest", "productUpdates", "marketingEmails"] as const;
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
    hint: "When a vault of yours was handed over, and twice a year how those that wait are doing. When something goes wrong we always write.",
  },
  weeklyDigest: {
    label: "Weekly digest",
    hint: "On Monday mornings: what is coming up, what was delivered, and which drafts wait. In weeks with nothing to say we say nothing.",
  },
  securityAlerts: {
    label: "Security alerts",
    hint: "When your password or your address changes. They are always sent, so that nobody can switch them off behind your back.",
  },
  productUpdates: { label: "Product updates", hint: "When Amberkeep has learned something new. Seldom." },
  marketingEmails: { label: "Marketing emails", hint: "Occasions and offers." },
};

const checkbox = z
  .literal("on", { error: "Please tick this field or leave it." })
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
