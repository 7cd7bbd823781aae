import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { type Place, placeOf } from "./slots";

/** Where each place is to be, there or not. */
const ADDRESSES: Record<Place, string> = {
  settings: "/settings",
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

it.each(Object.entries(ADDRESSES) as [Place, string][])(
  "%s: %s is led to as soon as there is a page, and not before",
  (place, path) => {
    const route = `app/routes/${path.slice(1).replaceAll("/", ".")}`;
    const isThere = [`${route}.tsx`, `${route}._index.tsx`].some((file) => existsSync(file));
    expect(placeOf(place)).toBe(isThere ? path : undefined);
  },
);
