import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { scheduleVault, updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter, DUE_AT, letterInput } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
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
  const { vaultsUsed, vaultsDelivered } = await reload(sessionToken);
  expect(vaultsUsed).toBe(states.filter((state) => COUNTED_STATES.some((counted) => counted === state)).length);
  expect(vaultsDelivered).toBe(states.filter((state) => state === "delivered").length);
});
