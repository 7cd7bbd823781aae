/** Pages that several others lead to. */
const PLACES = {
  settings: "/settings",
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
} as const;

export type Place = keyof typeof PLACES;

/** Those that are there. The day somebody builds another one, places.test.ts asks for its name here. */
export const PLACES_THERE: readonly Place[] = ["legacyContacts", "notifications"];

/** The address of a page, or undefined as long as it is still to be built: nobody is sent to a page that is not there. */
export function placeOf(place: Place): string | undefined {
  return PLACES_THERE.includes(place) ? PLACES[place] : undefined;
}

/** Where each place is to be, there or not. */
export const ALL_PLACES: readonly (readonly [Place, string])[] = Object.entries(PLACES) as [Place, string][];
