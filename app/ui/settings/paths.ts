/** Pages linked from several others. */
export type SettingsSection =
  | "settings"
  | "profile"
  | "password"
  | "signIn"
  | "sessions"
  | "notifications"
  | "plan"
  | "billing"
  | "legacyContacts"
  | "privacy"
  | "dataPrivacy";

/** paths.test.ts fails if a page exists whose URL is missing here. */
const PATHS: Partial<Record<SettingsSection, string>> = {
  settings: "/settings",
  profile: "/settings/profile",
  password: "/settings/password",
  signIn: "/settings/sign-in",
  sessions: "/settings/sessions",
  privacy: "/settings/privacy",
  dataPrivacy: "/settings/data-privacy",
  plan: "/settings/plan",
  billing: "/settings/billing",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

/** The page that mails a link to a new address of the account. */
export const newEmailHref = (email: string) => `/settings/email?${new URLSearchParams({ to: email })}`;

/** Undefined while the page does not exist. */
export function settingsPathOf(page: SettingsSection): string | undefined {
  return PATHS[page];
}
