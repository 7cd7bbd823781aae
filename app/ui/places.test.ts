import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { ALL_PLACES, PLACES_THERE, placeOf } from "./places";

it.each(ALL_PLACES)("%s: %s is led to as soon as there is a page, and not before", (place, path) => {
  const route = `app/routes/${path.slice(1).replaceAll("/", ".")}`;
  const isThere = [`${route}.tsx`, `${route}._index.tsx`].some((file) => existsSync(file));
  expect(PLACES_THERE.includes(place)).toBe(isThere);
  expect(placeOf(place)).toBe(isThere ? path : undefined);
});
