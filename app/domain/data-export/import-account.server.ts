import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { signUp } from "~/domain/account/account.server";
import { changePrivacy } from "~/domain/account/profile.server";
import { toUser } from "~/domain/account/session.server";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { createSecretToken } from "~/services/secret-token.server";
import { profiles } from "~db/schema";
import { type Archive, openArchive } from "./archive.server";
import { type AccountFile, accountFile, memoryFile } from "./export-format";
import { type Imported, importMemory } from "./import-memory.server";

export type ImportReport = {
  isNewAccount: boolean;
  memories: { title: string; result: Imported }[];
  /** How many letters from others stay in the archive. */
  received: number;
  /** How many boards of others have pieces in the archive, where they stay. */
  pieces: number;
};

/**
 * Imports an account's archive: into the account with this email, or else into a new one, whose owner has to verify the
 * email and to set a password. May be repeated, also after a crash: existing vaults stay unchanged.
 * @throws Error when the file is no export of this version
 */
export async function importAccount(path: string, email: string, now = clock.now()): Promise<ImportReport> {
  const archive = await openArchive(path);
  try {
    const account = await readAccount(archive);
    const known = await findUser(email);
    const user = known ?? (await openAccount(email, account, now));
    const memories: ImportReport["memories"] = [];
    for (const { folder, title } of account.memories) {
      memories.push({ title, result: await importFolder(user, archive, folder, now) });
    }
    return {
      isNewAccount: known === undefined,
      memories,
      received: account.received.length,
      pieces: account.pieces.length,
    };
  } finally {
    archive.close();
  }
}

/** One failed memory must not stop the others. */
async function importFolder(user: User, archive: Archive, folder: string, now: Date): Promise<Imported> {
  try {
    const memory = memoryFile.parse(JSON.parse(await archive.readText(`${folder}/memory.json`)));
    return await importMemory(user, { archive, folder, memory }, now);
  } catch (error) {
    log.error({ err: error, folder }, "a memory could not be imported");
    return { as: "failed" };
  }
}

async function readAccount(archive: Archive): Promise<AccountFile> {
  if (!archive.has("account.json")) throw new Error("This is not an export of Amberkeep: it has no account.json.");
  const parsed = accountFile.safeParse(JSON.parse(await archive.readText("account.json")));
  if (!parsed.success) throw new Error("account.json is not in the format of this version.");
  return parsed.data;
}

async function findUser(email: string): Promise<User | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  return profile && toUser(profile);
}

/** With a random password, and its settings from the start: a repeated import leaves those of an account unchanged. */
async function openAccount(email: string, file: AccountFile, now: Date): Promise<User> {
  const { account, notifications, privacy } = file;
  const { name, phone, timeZone } = account;
  const { vaultDelivery, weeklyDigest, productUpdates, marketingEmails } = notifications;
  const known = Object.entries({ vaultDelivery, weeklyDigest, productUpdates, marketingEmails });
  const chosen = Object.fromEntries(known.filter(([, isOn]) => isOn !== undefined));
  const person = { email, fullName: name, phone, timeZone, password: createSecretToken() };
  const signedUp = await signUp(person, now, {
    saveWith: async (tx, id) => {
      await changePreferences(id, chosen, now, tx);
      await changePrivacy({ id }, privacy, now, tx);
    },
  });
  const user = signedUp.ok && (await findUser(email));
  if (!user) throw new Error("The account could not be created.");
  return user;
}
