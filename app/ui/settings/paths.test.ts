import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { type SettingsSection, settingsPathOf } from "./paths";

const PATHS: Record<SettingsSection, string> = {
  settings: "/settings",
  profile: "/settings/profile",
  password: "/settings/password",
  signIn: "/settings/sign-in",
  sessions: "/settings/sessions",
  billing: "/settings/billing",
  privacy: "/settings/privacy",
  dataPrivacy: "/settings/data-privacy",
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

it.each(Object.entries(PATHS) as [SettingsSection, string][])(
  "%s: %s is linked as soon as the page exists",
  (page, path) => {
    const route = `app/routes/${path.slice(1).replaceAll("/", ".")}`;
    const isThere = [`${route}.tsx`, `${route}._index.tsx`].some((file) => existsSync(file));
    expect(settingsPathOf(page)).toBe(isThere ? path : undefined);
  },
);
