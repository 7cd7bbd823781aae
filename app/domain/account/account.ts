import type { ProfileVisibility } from "~db/schema/states";
import type { FailedMail } from "./failed-mail";
import type { PlanId } from "./plans";

export const PASSWORD_MAX_LENGTH = 200;
/** Of the page that changes a password (spec, section 5). */
export const PASSWORD_TOO_SHORT = {
  title: "Password too short",
  description: "Password must be at least 6 characters long.",
};
const PASSWORD_RULES = [/.{8,}/s, /[A-Z]/, /[a-z]/, /\d/];
/** From this length on, words alone are accepted. */
const PASSPHRASE_MIN_LENGTH = 15;

export function isStrongPassword(password: string): boolean {
  return [...password].length >= PASSPHRASE_MIN_LENGTH || PASSWORD_RULES.every((rule) => rule.test(password));
}

/** See `privacy.ts` for what each of them does. */
export type Privacy = {
  profileVisibility: ProfileVisibility;
  allowSearchByEmail: boolean;
  showActivity: boolean;
  dataSharing: boolean;
  analyticsOptOut: boolean;
};

export type User = {
  id: string;
  email: string;
  name: string;
  phone: string | null;
  timeZone: string;
  isEmailVerified: boolean;
  privacy: Privacy;
  planId: PlanId;
  vaultLimit: number;
  vaultsUsed: number;
  vaultsDelivered: number;
  failedMail: FailedMail | null;
};
