import { eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { scheduleVault, updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { memories, profiles, tallyChanges } from "~db/schema";
import { createLetter, DUE_AT, letterInput, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
import { addTallies, countDelivered } from "./tally.server";
import { COUNTED_STATES } from "./vault";

it("an account's counters agree with its vaults after concurrent changes", async () => {
  const { user, sessionToken } = await createUser({ vaultLimit: 30 });
  const letters = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const address = `reader${index}@example.net`;
      return { address, id: await createLetter(user, { recipientEmail: address }) };
    }),
  );
  const deliver = async ({ id, address }: { id: string; address: string }) => {
    await deliverVault(id, DUE_AT);
    const mails = await writtenTo(address, "delivery");
    await Promise.all(mails.flatMap(({ id }) => [sendMessage(id, "one", DUE_AT), sendMessage(id, "other", DUE_AT)]));
  };
  await Promise.all(
    letters.flatMap((letter, index) => [
      index % 2 ? cancelVault(user, letter.id) : sealVault(user, letter.id),
      index % 3 ? deliver(letter) : updateVault(user, letter.id, letterInput()),
      index % 5 ? cancelVault(user, letter.id) : deliver(letter),
      scheduleVault(user, letterInput()),
    ]),
  );
  const states = (await db.select().from(memories).where(eq(memories.userId, user.id))).map(({ state }) => state);
  expect(states).toContain("cancelled");
  expect(states).toContain("delivered");
  const newest = await reload(sessionToken);
  while ((await addTallies()).isFull);
  const { vaultsUsed, vaultsDelivered } = await reload(sessionToken);
  expect(newest.vaultsDelivered).toBe(vaultsDelivered);
  expect(vaultsUsed).toBe(states.filter((state) => COUNTED_STATES.some((counted) => counted === state)).length);
  expect(vaultsDelivered).toBe(states.filter((state) => state === "delivered").length);
});

it("a locked profile holds up no delivery", async () => {
  const { user, sessionToken } = await createUser();
  const address = `${user.id}@example.net`;
  const id = await createLetter(user, { recipientEmail: address });
  await inTransaction(async (tx) => {
    await tx.select().from(profiles).where(eq(profiles.id, user.id)).for("update");
    await deliverVault(id, DUE_AT);
    for (const mail of await writtenTo(address, "delivery")) await sendMessage(mail.id, "worker", DUE_AT);
    await addTallies();
    expect(await storedVault(id)).toMatchObject({ state: "delivered" });
  });
  expect((await reload(sessionToken)).vaultsDelivered).toBe(1);
});

it("an account that cannot be counted holds up no other", async () => {
  const users = [(await createUser()).user, (await createUser()).user];
  const ids = users.map(({ id }) => id);
  const [full = "", other = ""] = ids;
  const read = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.vaultsDelivered;
  const most = 2_147_483_647;
  await db.update(profiles).set({ vaultsDelivered: most }).where(eq(profiles.id, full));
  await inTransaction((tx) => countDelivered(tx, ids, 1));
  await addTallies();
  expect(await read(full)).toBe(most);
  expect(await read(other)).toBe(1);
  await db.delete(tallyChanges).where(inArray(tallyChanges.userId, ids));
});
