import { subDays, subYears } from "date-fns";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { createLetter } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { loadDashboard } from "./dashboard.server";

const NOW = new Date("2030-06-10T08:00:00Z");
const titlesOf = (vaults: { title: string }[]) => vaults.map((vault) => vault.title);

it("shows what comes up within 30 days, what is recent, and what could not be delivered", async () => {
  const { user } = await createUser({ vaultLimit: 50 });
  const write = (title: string, deliveryDate: string, writtenAt = subDays(NOW, 40)) =>
    createLetter(user, { title, deliveryDate }, writtenAt);
  await write("In a month", "2030-07-10");
  await write("Too far", "2030-07-12");
  await write("Today", "2030-06-10");
  await write("Soon", "2030-06-20");
  await cancelVault(user, await write("Cancelled", "2030-06-11"));
  const lost = await createLetter(
    user,
    { title: "Lost", deliveryDate: "2030-06-01", recipientEmail: "rosa@" },
    subDays(NOW, 40),
  );
  await deliverVault(lost, NOW);
  for (const message of await writtenTo("rosa@", "delivery")) await sendMessage(message.id, "test", NOW);

  const dashboard = await loadDashboard(user, "pending", NOW);
  expect(titlesOf(dashboard.vaults)).toEqual(["Lost", "Today", "Soon", "In a month", "Too far"]);
  expect(titlesOf(dashboard.comingUp)).toEqual(["Today", "Soon", "In a month"]);
  expect(titlesOf(dashboard.recentUpcoming)).toEqual(["Today", "Soon", "In a month"]);
  expect(titlesOf(dashboard.held)).toEqual(["Lost"]);
  expect(dashboard.recentDelivered).toEqual([]);
  expect(dashboard.moment).toBeUndefined();
});

it("shows a vault written around this day in an earlier year", async () => {
  const write = async (writtenAt: Date) => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { deliveryDate: "2044-01-01" }, writtenAt);
    return (await loadDashboard(user, "pending", NOW)).moment?.yearsAgo;
  };
  expect(await write(subYears(NOW, 1))).toBe(1);
  expect(await write(subDays(subYears(NOW, 3), 7))).toBe(3);
  expect(await write(subDays(subYears(NOW, 1), 8))).toBeUndefined();
  expect(await write(subDays(NOW, 3))).toBeUndefined();
});

it("counts the years since a vault was written across New Year", async () => {
  const yearsAgo = async (writtenAt: string, now: string) => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { deliveryDate: "2044-01-01" }, new Date(writtenAt));
    return (await loadDashboard(user, "pending", new Date(now))).moment?.yearsAgo;
  };
  expect(await yearsAgo("2028-12-30T12:00:00Z", "2030-01-03T12:00:00Z")).toBe(1);
  expect(await yearsAgo("2028-01-03T12:00:00Z", "2029-12-30T12:00:00Z")).toBe(2);
});

it("says when there are more than it shows", async () => {
  const { user } = await createUser({ vaultLimit: 50 });
  for (let number = 0; number < 21; number += 1) await createLetter(user, { deliveryDate: "2030-06-20" }, NOW);
  const { comingUp, hasMoreComingUp } = await loadDashboard(user, "pending", NOW);
  expect([comingUp.length, hasMoreComingUp]).toEqual([20, true]);
});

it("says so, too, while many of the days before are still on their way", async () => {
  const { user } = await createUser({ vaultLimit: 50 });
  const writtenAt = subDays(NOW, 40);
  for (let number = 0; number < 15; number += 1) {
    await deliverVault(await createLetter(user, { deliveryDate: "2030-06-09" }, writtenAt), subDays(NOW, 1));
    await createLetter(user, { deliveryDate: "2030-06-20" }, writtenAt);
  }
  const { comingUp, hasMoreComingUp } = await loadDashboard(user, "pending", NOW);
  expect(comingUp.length).toBeLessThan(15);
  expect(hasMoreComingUp).toBe(true);
});

it("hides the vaults of other users", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  await createLetter(user);
  const { user: other } = await createUser();
  const dashboard = await loadDashboard(other, "pending", NOW);
  expect(dashboard).toMatchObject({
    vaults: [],
    drafts: [],
    comingUp: [],
    recentUpcoming: [],
    recentDelivered: [],
    held: [],
    concerns: [],
  });
});
