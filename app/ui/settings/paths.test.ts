import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { pathOf, type SettingsPage } from "./paths";

const PATHS: Record<SettingsPage, string> = {
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

it.each(Object.entries(PATHS) as [SettingsPage, string][])(
  "%s: %s is linked as soon as the page exists",
  (page, path) => {
    const route = `app/routes/${path.slice(1).replaceAll("/", ".")}`;
    const isThere = [`${route}.tsx`, `${route}._index.tsx`].some((file) => existsSync(file));
    expect(pathOf(page)).toBe(isThere ? path : undefined);
  },
);
