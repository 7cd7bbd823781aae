import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { scheduleVault, updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { memories, profiles } from "~db/schema";
import { createLetter, DUE_AT, letterInput, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
import { addTallies } from "./tally.server";
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
