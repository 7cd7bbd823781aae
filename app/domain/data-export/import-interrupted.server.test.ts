import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { User } from "~/domain/account/account";
import { changePrivacy } from "~/domain/account/profile.server";
import { changeSettings } from "~/domain/board/settings.server";
import { decryptWelcome } from "~/domain/board/welcome.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { changePreferences, readPreferences } from "~/domain/outbox/email-preferences.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { findEditDraft } from "~/domain/writing/edit-draft.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { boardGuests, boardWelcomes, dataExports, memories, profiles } from "~db/schema";
import { createBoard, join } from "../../../tests/factories/board";
import { downloadExport } from "../../../tests/factories/data-export";
import { changeLetter, createLetter, DUE_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { importAccount } from "./import-account.server";

const NOW = clock.now();

beforeEach(() => db.delete(dataExports));
afterEach(() => vi.restoreAllMocks());

const vaultsOf = (user: User) => db.select().from(memories).where(eq(memories.userId, user.id));

/** Repeats an import that ends right after each vault that it commits. */
async function importInterrupted(path: string, now: Date) {
  const { user } = await createUser();
  const transaction = db.transaction.bind(db);
  let before = 0;
  vi.spyOn(db, "transaction").mockImplementation(async (...given) => {
    const result = await transaction(...given);
    const after = await db.$count(memories, eq(memories.userId, user.id));
    if (after === before) return result;
    before = after;
    throw new Error("The power failed.");
  });
  for (let run = 0; run < 3; run += 1) await importAccount(path, user.email, now);
  const last = await importAccount(path, user.email, now);
  expect(last.memories.map(({ result }) => result)).toEqual([{ as: "known" }]);
  return vaultsOf(user);
}

const messagesOf = (rows: (typeof memories.$inferSelect)[]) => rows.map((row) => decryptContent(row).message).sort();

it.each([
  ["a scheduled board", NOW],
  ["a board whose day has passed", DUE_AT],
])("keeps what belongs to %s when an import is interrupted", async (_, now) => {
  const { user, id, code } = await createBoard({ message: "Dear Otto" });
  await join(code, "Mia");
  const settings = { needsApproval: false, isOpen: true, isPaused: false, closesOn: null };
  await changeSettings(user, id, { ...settings, welcome: "Bring a song." });
  await changeLetter(user, id, { message: "Dear Otto, one thing more" });
  const vaults = await importInterrupted(await downloadExport(user, NOW), now);
  const [board] = vaults.filter((row) => decryptContent(row).message === "Dear Otto");
  const vaultId = board?.id ?? "";
  const [welcome] = await db.select().from(boardWelcomes).where(eq(boardWelcomes.vaultId, vaultId));
  expect(welcome && decryptWelcome(welcome)).toBe("Bring a song.");
  if (now === NOW) {
    const guests = await db.select().from(boardGuests).where(eq(boardGuests.vaultId, vaultId));
    expect(guests.map(({ name }) => name)).toEqual(["Mia"]);
    expect((await findEditDraft(vaultId))?.values.message).toBe("Dear Otto, one thing more");
    expect(vaults).toHaveLength(1);
  } else expect(messagesOf(vaults)).toEqual(["Dear Otto", "Dear Otto, one thing more"]);
});

it("keeps late changes of a delivered memory when an import is interrupted", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { message: "Dear Mia" });
  await changeLetter(user, id, { message: "Dear Mia, one thing more" });
  await deliverVault(id, DUE_AT);
  await db.update(memories).set({ state: "delivered", deliveredAt: DUE_AT }).where(eq(memories.id, id));
  const vaults = await importInterrupted(await downloadExport(user, DUE_AT), DUE_AT);
  expect(messagesOf(vaults)).toEqual(["Dear Mia", "Dear Mia, one thing more"]);
  expect(vaults.map(({ state }) => state).sort()).toEqual(["delivered", "draft"]);
});

it("restores the settings of a new account when it is interrupted as soon as the account is there", async () => {
  const { user } = await createUser();
  await changePrivacy(user, { ...user.privacy, profileVisibility: "contacts" });
  await changePreferences(user.id, { weeklyDigest: false });
  const path = await downloadExport(user, NOW);
  const email = `${createId()}@example.com`;
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(async (...given) => {
    await transaction(...given);
    throw new Error("The power failed.");
  });
  await expect(importAccount(path, email, NOW)).rejects.toThrow("The power failed.");
  await importAccount(path, email, NOW);
  const [restored] = await db.select().from(profiles).where(eq(profiles.email, email));
  expect(restored).toMatchObject({ profileVisibility: "contacts" });
  expect(await readPreferences(restored?.id ?? "")).toMatchObject({ weeklyDigest: false });
});
