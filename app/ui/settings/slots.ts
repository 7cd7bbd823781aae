/** Pages that several others lead to. */
export type Place = "settings" | "plan" | "legacyContacts" | "notifications";

/** Where they are. The day somebody builds another one, places.test.ts asks for its address here. */
const PLACES: Partial<Record<Place, string>> = {
  plan: "/settings/plan",
  legacyContacts: "/settings/legacy-contacts",
  notifications: "/settings/notifications",
};

/** The address of a page, or undefined as long as it is still to be built: nobody is sent to a page that is not there. */
export function placeOf(place: Place): string | undefined {
  return PLACES[place];
}
