import { createId } from "@paralleldrive/cuid2";
import { inArray } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deliverBatch } from "~/domain/delivery/deliver-vault.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { memories, messages } from "~db/schema";
import { createLetter, deliveriesOf } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { claimDue } from "./claim-messages.server";
import { laneOf } from "./lane";
import { writeMessage } from "./message.server";

/** Makes this process a machine whose clock differs from the database's, in milliseconds. */
function setClockOff(ms: number): void {
  const real = clock.machineTime();
  clock.follow(new Date(real + ms), real);
}
beforeEach(async () => {
  await db.delete(messages);
  await db.update(memories).set({ deliveryAt: null });
});
afterEach(() => setClockOff(0));

const HOUR = 3_600_000;

it.each([
  ["30 ms ahead", 30, -30],
  ["30 ms behind", -30, 30],
  ["an hour ahead", HOUR, -HOUR],
  ["an hour behind", -HOUR, HOUR],
])("a message of a machine that is %s leaves at once on another one", async (_, writer, worker) => {
  setClockOff(writer);
  const to = { name: "Mia", email: `${createId()}@example.net` };
  const url = "https://example.org";
  const digest = { name: "Mia", upcoming: [], delivered: [], held: [], drafts: 1, url };
  const ids = await inTransaction(async (tx) => [
    await writeMessage(
      tx,
      { kind: "verify_address", uniqueKey: createId(), to, props: { name: "Mia", url } },
      clock.now(),
    ),
    await writeMessage(tx, { kind: "weekly_digest", uniqueKey: createId(), to, props: digest }, clock.now()),
  ]);
  setClockOff(worker);
  const lanes = [laneOf("verify_address"), laneOf("weekly_digest")];
  const claims = await claimDue({ channel: "mail", lanes, atMost: 10 }, "worker");
  expect(claims.map(({ message }) => message.id).toSorted()).toEqual(ids.toSorted());
  expect(await db.$count(messages, inArray(messages.state, ["queued"]))).toBe(0);
});

it.each([
  ["30 ms", 30],
  ["an hour", HOUR],
])("a worker that is %s off delivers what is due by the database, and nothing else", async (_, off) => {
  const { user } = await createUser({ vaultLimit: 5 });
  const [due, tomorrow] = [new Date(clock.machineTime() - 5_000), new Date(clock.machineTime() + 24 * HOUR)];
  for (const skew of [-off, off]) {
    const ids = [await createLetter(user), await createLetter(user)];
    await db
      .update(memories)
      .set({ deliveryAt: due })
      .where(inArray(memories.id, ids.slice(0, 1)));
    await db
      .update(memories)
      .set({ deliveryAt: tomorrow })
      .where(inArray(memories.id, ids.slice(1)));
    setClockOff(skew);
    await deliverBatch();
    setClockOff(0);
    const found = await Promise.all(ids.map(deliveriesOf));
    expect(found.map((rows) => rows.length)).toEqual([1, 0]);
  }
});
