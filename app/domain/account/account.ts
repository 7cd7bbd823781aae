import type { PlanId } from "./plans";

export const PASSWORD_MAX_LENGTH = 200;
const PASSWORD_RULES = [/.{8,}/s, /[A-Z]/, /[a-z]/, /\d/];

export function isStrongPassword(password: string): boolean {
  return PASSWORD_RULES.every((rule) => rule.test(password));
}

export type User = {
  id: string;
  email: string;
  name: string;
  phone: string | null;
  timeZone: string;
  isEmailVerified: boolean;
  planId: PlanId;
  vaultLimit: number;
  vaultsUsed: number;
  vaultsDelivered: number;
};
