import { expect, it } from "vitest";
import { comingUpLabel, deliveredWording, upcomingWording } from "./activity-wording";

const NOW = new Date("2026-11-20T12:00:00Z");
type Upcoming = Parameters<typeof upcomingWording>[0];
const upcoming = (deliveryDate: string, deliveryZone = "UTC", state: Upcoming["state"] = "scheduled") =>
  upcomingWording({ state, deliveryDate, deliveryZone }, NOW);

it.each([
  ["2026-11-20", "Will be delivered today"],
  ["2026-11-21", "Will be delivered tomorrow"],
  ["2026-11-22", "Will be delivered in 2 days"],
  ["2027-11-20", "Will be delivered in 365 days"],
  ["2028-11-19", "Will be delivered in 730 days"],
  ["2028-11-20", "Will be delivered in 2 years"],
  ["2044-11-19", "Will be delivered in 17 years"],
  ["2026-11-19", "Overdue for delivery"],
])("what is due on %s: %s", (deliveryDate, words) => {
  expect(upcoming(deliveryDate)).toBe(words);
});

it("counts calendar days in the vault's zone, as its badge does", () => {
  expect(upcoming("2026-11-21", "Pacific/Kiritimati")).toBe("Will be delivered today");
  expect(upcoming("2026-11-21", "America/Los_Angeles")).toBe("Will be delivered tomorrow");
});

it("calls an undeliverable vault overdue, also on its day", () => {
  expect(upcoming("2026-11-20", "UTC", "held")).toBe("Overdue for delivery, waiting for an address");
});

it.each(["2026-11-20", "2026-11-18"])("calls what was sent on %s on its way", (deliveryDate) => {
  expect(upcoming(deliveryDate, "UTC", "delivering")).toBe("On its way");
});

it("does not say when a vault without a date will be delivered", () => {
  expect(upcomingWording({ state: "draft", deliveryDate: null, deliveryZone: "UTC" }, NOW)).toBe(
    "No delivery date yet",
  );
});

it.each([
  ["2026-11-20T00:00:00Z", "Delivered today"],
  ["2026-11-19T23:59:59Z", "Delivered yesterday"],
  ["2026-11-18T12:00:00Z", "Delivered 2 days ago"],
  ["2025-11-20T12:00:00Z", "Delivered 365 days ago"],
])("what was delivered at %s: %s", (deliveredAt, words) => {
  expect(deliveredWording(new Date(deliveredAt), "UTC", NOW)).toBe(words);
});

it.each([
  [0, "Today"],
  [1, "Tomorrow"],
  [2, "2 days"],
  [6, "6 days"],
  [7, "1 week"],
  [13, "1 week"],
  [14, "2 weeks"],
  [30, "4 weeks"],
])("%i days from now is labelled %s", (days, label) => {
  expect(comingUpLabel(days)).toBe(label);
});
