import { expect, it } from "vitest";
import { comingUpLabel, deliveredWording, upcomingWording } from "./activity-wording";

const NOW = new Date("2026-11-20T12:00:00Z");
const upcoming = (
  deliveryAt: string,
  zone = "UTC",
  state: Parameters<typeof upcomingWording>[0]["state"] = "scheduled",
) => upcomingWording({ state, deliveryAt: new Date(deliveryAt) }, zone, NOW);

it.each([
  ["2026-11-20T23:59:59Z", "Will be delivered today"],
  ["2026-11-20T09:00:00Z", "Will be delivered today"],
  ["2026-11-21T00:00:00Z", "Will be delivered tomorrow"],
  ["2026-11-22T00:00:00Z", "Will be delivered in 2 days"],
  ["2027-11-20T09:00:00Z", "Will be delivered in 365 days"],
  ["2028-11-19T09:00:00Z", "Will be delivered in 730 days"],
  ["2028-11-20T09:00:00Z", "Will be delivered in 2 years"],
  ["2044-11-19T09:00:00Z", "Will be delivered in 17 years"],
  ["2026-11-19T23:59:59Z", "Overdue for delivery"],
])("what is due at %s: %s", (deliveryAt, words) => {
  expect(upcoming(deliveryAt)).toBe(words);
});

it("counts calendar days in the user's zone", () => {
  expect(upcoming("2026-11-20T20:00:00Z", "Asia/Tokyo")).toBe("Will be delivered tomorrow");
  expect(upcoming("2026-11-21T03:00:00Z", "America/Los_Angeles")).toBe("Will be delivered today");
});

it("calls an undeliverable vault overdue, also on its day", () => {
  expect(upcoming("2026-11-20T09:00:00Z", "UTC", "held")).toBe("Overdue for delivery, waiting for an address");
});

it.each(["2026-11-20T09:00:00Z", "2026-11-18T09:00:00Z"])("calls what was sent at %s on its way", (deliveryAt) => {
  expect(upcoming(deliveryAt, "UTC", "delivering")).toBe("On its way");
});

it("does not say when a vault without a date will be delivered", () => {
  expect(upcomingWording({ state: "draft", deliveryAt: null }, "UTC", NOW)).toBe("No delivery date yet");
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
