import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { signUp } from "~/domain/account/account.server";
import { hashPassword } from "~/domain/account/password.server";
import { findSession, startSession } from "~/domain/account/session.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { credentials, profiles } from "~db/schema";
import { type Browser, createBrowser } from "./browser";

export const PASSWORD = "Correct-Horse-9";

export type SignedInUser = { user: User; sessionToken: string; browser: Browser };

type Options = { verified?: boolean; email?: string; name?: string; timeZone?: string; vaultLimit?: number };

/**
 * Creates an account and signs it in. A verified one is inserted into the database; an unverified one signs up, which
 * sends the verification mail.
 */
export async function createUser(options: Options = {}): Promise<SignedInUser> {
  const { verified = true, email = `${createId()}@example.org`, name = "Ada Example", timeZone, vaultLimit } = options;
  const userId = verified ? await insertUser(email, name, timeZone) : await signUpUser(email, name, timeZone);
  if (vaultLimit !== undefined) await db.update(profiles).set({ vaultLimit }).where(eq(profiles.id, userId));
  const sessionToken = await startSession(userId);
  return { user: await reload(sessionToken), sessionToken, browser: await createBrowser(sessionToken) };
}

let passwordHash: Promise<string> | undefined;

async function insertUser(email: string, fullName: string, timeZone = "UTC"): Promise<string> {
  // Hashed once, since Argon2 is slow.
  passwordHash ??= hashPassword(PASSWORD);
  const id = createId();
  const now = clock.now();
  const dates = { createdAt: now, updatedAt: now, emailVerifiedAt: now };
  await db.insert(profiles).values({ id, email, fullName, timeZone, ...dates });
  await db.insert(credentials).values({ userId: id, passwordHash: await passwordHash, updatedAt: now });
  return id;
}

async function signUpUser(email: string, fullName: string, timeZone?: string): Promise<string> {
  const account = await signUp({ fullName, email, password: PASSWORD, ...(timeZone && { timeZone }) });
  if (!account.ok) throw new Error(account.reason);
  return account.userId;
}

/** Returns the current account of a session. */
export async function reload(sessionToken: string): Promise<User> {
  const found = await findSession(sessionToken);
  if (!found) throw new Error("This session has ended.");
  return found.user;
}
