import { addHours } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { installationFacts, searchTerms } from "~db/schema";
import { createLetter, DUE_AT, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { recomputeDeliveryTimes, type ZoneRules } from "./zone-rules.server";

/** A country that gives up summer time: in Berlin every summer instant is an hour later. */
const changed: ZoneRules = {
  edition: "2030z",
  instant: (date, hour, zone, minute) => {
    const instant = deliveryInstant(date, hour, zone, minute);
    return zone === "Europe/Berlin" ? addHours(instant, 1) : instant;
  },
};
const before: ZoneRules = { edition: "2030a", instant: deliveryInstant };
const now = WRITTEN_AT;

beforeEach(async () => {
  await db.delete(installationFacts);
  await recomputeDeliveryTimes(now, before);
});

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
  await recomputeDeliveryTimes(now, changed);
  expect(await instantOf(open)).toEqual(addHours(IN_BERLIN, 1));
  expect(await instantOf(sealed)).toEqual(addHours(IN_BERLIN, 1));
  expect(await instantOf(elsewhere)).toEqual(tokyo);
  expect(await instantOf(cancelled)).toEqual(IN_BERLIN);
});

it("prevents a delivery at the outdated hour", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await recomputeDeliveryTimes(now, changed);
  await deliverVault(id, IN_BERLIN);
  expect((await storedVault(id)).state).toBe("scheduled");
  await deliverVault(id, addHours(IN_BERLIN, 1));
  expect((await storedVault(id)).state).toBe("delivering");
});

it("does not change delivered vaults", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  await deliverVault(id, DUE_AT);
  await recomputeDeliveryTimes(DUE_AT, changed);
  expect(await instantOf(id)).toEqual(IN_BERLIN);
});

it("updates the search index of a changed vault", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { ...BERLIN, title: "Kitchen dances" });
  await recomputeDeliveryTimes(now, changed);
  const { entries } = await listTimeline(user, { search: "kitchen" });
  expect(entries.map((entry) => entry.id)).toEqual([id]);
  const places = await db.select().from(searchTerms).where(eq(searchTerms.vaultId, id));
  expect(new Set(places.map(({ deliveryAt }) => deliveryAt.getTime()))).toEqual(
    new Set([addHours(IN_BERLIN, 1).getTime()]),
  );
});

it("does nothing for a known edition, and starts again after an interruption", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, BERLIN);
  const asked: string[] = [];
  const counting: ZoneRules = {
    ...changed,
    instant: (date, hour, zone, minute) => {
      asked.push(date);
      if (asked.length === 1) throw new Error("the power went");
      return changed.instant(date, hour, zone, minute);
    },
  };
  await expect(recomputeDeliveryTimes(now, counting)).rejects.toThrow("the power went");
  expect(await instantOf(id)).toEqual(IN_BERLIN);
  await recomputeDeliveryTimes(now, counting);
  expect(await instantOf(id)).toEqual(addHours(IN_BERLIN, 1));
  const calls = asked.length;
  await recomputeDeliveryTimes(now, counting);
  expect(asked).toHaveLength(calls);
});
