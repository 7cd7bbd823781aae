import { addHours, subDays, subHours } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories, searchTerms } from "~db/schema";
import { createLetter, DUE_AT, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { recomputeDeliveryTimes, type ZoneRules } from "./zone-rules.server";

/** A country abolishes summer time: in Berlin every summer instant is an hour later. */
const changed: ZoneRules = {
  edition: "2030z",
  instant: (date, hour, zone, minute) => {
    const instant = deliveryInstant(date, hour, zone, minute);
    return zone === "Europe/Berlin" ? addHours(instant, 1) : instant;
  },
};
const before: ZoneRules = { edition: "2030a", instant: deliveryInstant };
const now = WRITTEN_AT;

beforeEach(() => recomputeDeliveryTimes(before));

const instantOf = async (id: string) => (await storedVault(id)).deliveryAt;
const BERLIN = { deliveryZone: "Europe/Berlin" };
const IN_BERLIN = deliveryInstant("2031-06-14", 9, "Europe/Berlin");

it("recomputes the instants of waiting and sealed vaults in that zone only", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  const [open, sealed, elsewhere, cancelled] = [
    await createLetter(user, BERLIN),
    await createLetter(user, BERLIN),
    await createLetter(user, { deliveryZone: "Asia/Tokyo" }),
    await createLetter(user, BERLIN),
  ];
  await sealVault(user, sealed, now);
  await cancelVault(user, cancelled, now);
  const tokyo = await instantOf(elsewhere);
  await recomputeDeliveryTimes(changed);
  expect(await instantOf(open)).toEqual(addHours(IN_BERLIN, 1));
  expect(await instantOf(sealed)).toEqual(addHours(IN_BERLIN, 1));
  expect(await instantOf(elsewhere)).toEqual(tokyo);
  expect(await instantOf(cancelled)).toEqual(IN_BERLIN);
});

it("misses no check on a day before the delivery, which moves with it", async () => {
  const { user } = await createUser({ verified: false });
  const id = await createLetter(user, BERLIN);
  await checkAddressHealth(subDays(DUE_AT, 40));
  const before = await writtenTo(user.email, "verify_reminder");
  await recomputeDeliveryTimes({ edition: "2030z", instant: (...at) => subHours(deliveryInstant(...at), 1) });
  await checkAddressHealth(subDays(IN_BERLIN, 30));
  expect((await storedVault(id)).deliveryAt).toEqual(subHours(IN_BERLIN, 1));
  expect(await writtenTo(user.email, "verify_reminder")).toHaveLength(before.length + 1);
});

it("prevents a delivery at the outdated hour", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await recomputeDeliveryTimes(changed);
  await deliverVault(id, IN_BERLIN);
  expect((await storedVault(id)).state).toBe("scheduled");
  await deliverVault(id, addHours(IN_BERLIN, 1));
  expect((await storedVault(id)).state).toBe("delivering");
});

it("does not change delivered vaults", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await deliverVault(id, DUE_AT);
  await recomputeDeliveryTimes(changed);
  expect(await instantOf(id)).toEqual(IN_BERLIN);
});

it("updates the search index of a changed vault", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { ...BERLIN, title: "Kitchen dances" });
  await recomputeDeliveryTimes(changed);
  const { entries } = await listTimeline(user, { search: "kitchen" });
  expect(entries.map((entry) => entry.id)).toEqual([id]);
  const places = await db.select().from(searchTerms).where(eq(searchTerms.vaultId, id));
  expect(new Set(places.map(({ deliveryAt }) => deliveryAt.getTime()))).toEqual(
    new Set([addHours(IN_BERLIN, 1).getTime()]),
  );
});

it("computes each vault once, and resumes where it was interrupted", async () => {
  const { user } = await createUser({ vaultLimit: 3 });
  const ids = [await createLetter(user, BERLIN), await createLetter(user, BERLIN)];
  const asked: string[] = [];
  const counting: ZoneRules = {
    ...changed,
    instant: (...time) => {
      asked.push(time[0]);
      return changed.instant(...time);
    },
  };
  await recomputeDeliveryTimes(counting);
  for (const id of ids) expect(await instantOf(id)).toEqual(addHours(IN_BERLIN, 1));
  const calls = asked.length;
  await recomputeDeliveryTimes(counting);
  expect(asked).toHaveLength(calls);
  const late = await createLetter(user, BERLIN);
  await recomputeDeliveryTimes(counting);
  expect(await instantOf(late)).toEqual(addHours(IN_BERLIN, 1));
});

it("never goes back to an older edition", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await recomputeDeliveryTimes(changed);
  await recomputeDeliveryTimes(before);
  expect(await instantOf(id)).toEqual(addHours(IN_BERLIN, 1));
});

it("keeps the instant of a vault in an unknown zone, which holds up no other", async () => {
  const { user } = await createUser({ vaultLimit: 2 });
  const [broken, good] = [await createLetter(user, BERLIN), await createLetter(user, BERLIN)];
  await db.update(memories).set({ deliveryZone: "Mars/Olympus" }).where(eq(memories.id, broken));
  await recomputeDeliveryTimes(changed);
  expect(await instantOf(broken)).toEqual(IN_BERLIN);
  expect(await instantOf(good)).toEqual(addHours(IN_BERLIN, 1));
});

it("creates no formatter for each of the many vaults whose instants stay", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  for (let count = 0; count < 5; count += 1) await createLetter(user, { deliveryZone: "Asia/Tokyo" });
  const created = vi.spyOn(Intl, "DateTimeFormat");
  await recomputeDeliveryTimes(changed);
  expect(created.mock.calls.length).toBeLessThan(5);
});

it("delivers a vault in an unknown zone at its stored instant", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await db.update(memories).set({ deliveryZone: "Mars/Olympus" }).where(eq(memories.id, id));
  await deliverVault(id, IN_BERLIN);
  expect((await storedVault(id)).state).toBe("delivering");
});

it("goes on after a vault whose instant cannot be stored", async () => {
  const { user } = await createUser({ vaultLimit: 2 });
  const ids = [await createLetter(user, BERLIN), await createLetter(user, BERLIN)].sort();
  const [broken = "", good = ""] = ids;
  await db.update(memories).set({ deliveryMinute: 1 }).where(eq(memories.id, broken));
  await recomputeDeliveryTimes({
    ...changed,
    instant: (...time) => (time[3] === 1 ? new Date(Number.NaN) : changed.instant(...time)),
  });
  expect(await instantOf(broken)).toEqual(IN_BERLIN);
  expect(await instantOf(good)).toEqual(addHours(IN_BERLIN, 1));
});

it("corrects a vault at its delivery that no run has updated", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  const tooEarly = addHours(IN_BERLIN, -5);
  await db.update(memories).set({ deliveryAt: tooEarly, zoneEdition: "1999a" }).where(eq(memories.id, id));
  await deliverVault(id, tooEarly);
  expect(await storedVault(id)).toMatchObject({ state: "scheduled", deliveryAt: IN_BERLIN });
});
