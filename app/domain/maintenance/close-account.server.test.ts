import { eq, sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { findByPassword } from "~/domain/account/account.server";
import { requestErasure, stopErasure } from "~/domain/account/erasure-request.server";
import { deliverBatch } from "~/domain/delivery/deliver-vault.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories, sessions } from "~db/schema";
import {
  createDraft,
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
} from "../../../tests/factories/letter";
import { createUser, PASSWORD } from "../../../tests/factories/user";
import { closeAccount, findAccountToClose } from "./close-account.server";

it("an account that is closed is gone at once, with what waits, and recipients keep what they have", async () => {
  const [{ user: ada }, { user: mia }] = [await createUser({ vaultLimit: 4 }), await createUser()];
  const delivered = await createDueLetter(ada, { recipientEmail: mia.email });
  const [waiting, sealed] = [await createLetter(ada), await createLetter(ada)];
  await sealVault(ada, sealed);
  const held = await createFailedLetter(ada);
  await createDraft(ada);
  const found = await findAccountToClose(` ${ada.email.toUpperCase()}`);
  expect(found).toMatchObject({ id: ada.id, waiting: 2, sent: 2 });

  // Its owner has asked for the same before, with the other choice.
  await requestErasure(ada, { waitingVaults: "deliver" });
  await closeAccount(ada.id);
  expect(await findByPassword(ada.email, PASSWORD)).toBeUndefined();
  expect(await stopErasure(ada.id)).toBe(false);
  expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(0);
  expect(await findAccountToClose(ada.email)).toBeUndefined();
  const left = await db.select({ id: memories.id }).from(memories).where(eq(memories.userId, ada.id));
  expect(left.map(({ id }) => id).toSorted()).toEqual([delivered.id, held.id].toSorted());
  expect(await viewVault({ user: mia }, delivered.id, DUE_AT)).toBeDefined();
  await deliverBatch(DUE_AT);
  for (const id of [waiting, sealed]) expect(await deliveriesOf(id)).toEqual([]);
});

it("an account that is closed sends nothing, even if what waits cannot be deleted at once", async () => {
  const { user } = await createUser();
  const id = await createLetter(user);
  await db.execute(
    sql.raw(`CREATE TRIGGER refuse_deletion BEFORE DELETE ON memories FOR EACH ROW
      IF OLD.id = '${id}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`),
  );
  onTestFinished(async () => {
    await db.execute(sql`DROP TRIGGER refuse_deletion`);
  });
  await closeAccount(user.id);
  expect(await db.$count(memories, eq(memories.id, id))).toBe(1);
  await deliverBatch(DUE_AT);
  expect(await deliveriesOf(id)).toEqual([]);
});
