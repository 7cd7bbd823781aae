/** Pages that are linked from several others. */
export type SettingsPage = "settings" | "plan" | "legacyContacts" | "notifications";

/** Their URLs; paths.test.ts fails when a page is built whose URL is missing here. */
const PATHS: Partial<Record<SettingsPage, string>> = {
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

/** Returns the URL of a page, or undefined while it is not built. */
export function pathOf(page: SettingsPage): string | undefined {
  return PATHS[page];
}
