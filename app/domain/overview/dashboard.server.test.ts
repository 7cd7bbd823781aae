import { addDays, subDays, subHours, subYears } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createDraft, createLetter } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { loadDashboard } from "./dashboard.server";
import { listDrafts } from "./list-drafts.server";
import { PAGE_SIZE } from "./vault-summary.server";

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

it("shows a vault written around this day a year ago", async () => {
  const momentOf = async (writtenAt: Date) => {
    const { user } = await createUser({ vaultLimit: 5 });
    const id = await createLetter(user, { deliveryDate: "2044-01-01" }, writtenAt);
    const { moment } = await loadDashboard(user, "pending", NOW);
    return moment && moment.id === id;
  };
  const aYearAgo = subYears(NOW, 1);
  for (const writtenAt of [aYearAgo, subDays(aYearAgo, 7), addDays(aYearAgo, 7)])
    expect(await momentOf(writtenAt)).toBe(true);
  for (const writtenAt of [subDays(aYearAgo, 8), addDays(aYearAgo, 8), subYears(NOW, 2), subDays(NOW, 3)])
    expect(await momentOf(writtenAt)).toBeUndefined();
});

it("shows no draft of a year ago as a moment", async () => {
  const { user } = await createUser();
  await createDraft(user, {}, subYears(NOW, 1));
  expect((await loadDashboard(user, "pending", NOW)).moment).toBeUndefined();
});

it("says when there are more than it shows", async () => {
  const { user } = await createUser({ vaultLimit: 50 });
  for (let number = 0; number < 21; number += 1) await createLetter(user, { deliveryDate: "2030-06-20" }, NOW);
  const { comingUp, hasMoreComingUp } = await loadDashboard(user, "pending", NOW);
  expect([comingUp.length, hasMoreComingUp]).toEqual([20, true]);
});

it("shows what comes up although many of the day before are still on their way", async () => {
  const { user } = await createUser({ vaultLimit: 50 });
  const writtenAt = subDays(NOW, 40);
  for (let number = 0; number < 21; number += 1) {
    await deliverVault(await createLetter(user, { deliveryDate: "2030-06-09" }, writtenAt), subHours(NOW, 20));
  }
  await createLetter(user, { title: "Soon", deliveryDate: "2030-06-20" }, writtenAt);
  const today = { title: "Today", deliveryDate: "2030-06-10", deliveryHour: 7 };
  await deliverVault(await createLetter(user, today, writtenAt), NOW);
  const { comingUp, hasMoreComingUp } = await loadDashboard(user, "pending", NOW);
  expect(comingUp.map(({ title, state }) => [title, state])).toEqual([
    ["Today", "delivering"],
    ["Soon", "scheduled"],
  ]);
  expect(hasMoreComingUp).toBe(false);
});

it("shows what is on its way until the user's day is over", async () => {
  // Still the evening before.
  const { user } = await createUser({ timeZone: "America/Los_Angeles" });
  const at = new Date("2030-06-10T06:00:00Z");
  const evening = { deliveryDate: "2030-06-09", deliveryHour: 22, deliveryZone: user.timeZone };
  const id = await createLetter(user, evening, subDays(NOW, 40));
  await deliverVault(id, at);
  const comingUp = async (now: Date) => (await loadDashboard(user, "pending", now)).comingUp.map((vault) => vault.id);
  expect(await comingUp(at)).toEqual([id]);
  expect(await comingUp(NOW)).toEqual([]);
});

it("lists drafts by pages, the last of which may be full", async () => {
  const { user } = await createUser();
  const ids: string[] = [];
  for (let number = 0; number < PAGE_SIZE; number += 1) ids.push(await createDraft(user));
  const { drafts, next } = await listDrafts(user);
  expect(drafts.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
  expect(next).toBeNull();
  const first = await createDraft(user);
  const all = [...ids, first].toSorted().toReversed();
  expect((await listDrafts(user)).next).toBe(all.at(-2));
  expect((await listDrafts(user, all.at(-2))).drafts.map(({ id }) => id)).toEqual(all.slice(-1));
});

it("shows what arrived last as recent, not what was due last", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  for (const [title, deliveryDate, deliveredAt] of [
    ["Held for years", "2026-03-01", "2030-06-09"],
    ["Last week", "2030-06-03", "2030-06-03"],
    ["Two weeks ago", "2030-05-27", "2030-05-27"],
  ] as const) {
    const id = await createLetter(user, { title, deliveryDate }, subDays(NOW, 120));
    const delivered = { state: "delivered" as const, deliveredAt: new Date(`${deliveredAt}T12:00:00Z`) };
    await db.update(memories).set(delivered).where(eq(memories.id, id));
  }
  const { recentDelivered } = await loadDashboard(user, "pending", NOW);
  expect(titlesOf(recentDelivered)).toEqual(["Held for years", "Last week"]);
});

it("names three vaults of each kind to look at, and says whether there are more", async () => {
  for (const change of [{ state: "held" as const }, { addressConcernAt: NOW }]) {
    const { user } = await createUser({ vaultLimit: 5 });
    const toDo = async () => {
      const { held, concerns, hasMoreToDo } = await loadDashboard(user, "pending", NOW);
      return { named: held.length + concerns.length, hasMoreToDo };
    };
    for (const _ of Array(3)) await createLetter(user);
    await db.update(memories).set(change).where(eq(memories.userId, user.id));
    expect(await toDo()).toEqual({ named: 3, hasMoreToDo: false });
    await db
      .update(memories)
      .set(change)
      .where(eq(memories.id, await createLetter(user)));
    expect(await toDo()).toEqual({ named: 3, hasMoreToDo: true });
  }
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
    hasMoreToDo: false,
  });
});
