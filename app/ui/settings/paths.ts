/** Pages that several others lead to. */
export type SettingsPage = "settings" | "plan" | "legacyContacts" | "notifications";

/** Where they are. The day somebody builds another one, slots.test.ts asks for its address here. */
const PATHS: Partial<Record<SettingsPage, string>> = {
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

/** The address of a page, or undefined as long as it is still to be built: nobody is sent to a page that is not there. */
export function pathOf(page: SettingsPage): string | undefined {
  return PATHS[page];
}
