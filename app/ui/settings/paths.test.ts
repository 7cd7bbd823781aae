import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { pathOf, type SettingsPage } from "./paths";

/** Where each page is to be, there or not. */
const ADDRESSES: Record<SettingsPage, string> = {
  settings: "/settings",
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

it.each(Object.entries(ADDRESSES) as [SettingsPage, string][])(
  "%s: %s is led to as soon as there is a page, and not before",
  (page, path) => {
    const route = `app/routes/${path.slice(1).replaceAll("/", ".")}`;
    const isThere = [`${route}.tsx`, `${route}._index.tsx`].some((file) => existsSync(file));
    expect(pathOf(page)).toBe(isThere ? path : undefined);
  },
);
