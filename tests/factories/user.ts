import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { signUp, verifyAddress } from "~/domain/account/account.server";
import { findUserBySession, startSession } from "~/domain/account/session.server";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { type Browser, createBrowser } from "./browser";
import { mailedToken } from "./outbox";

export const PASSWORD = "Correct-Horse-9";

export type Person = { user: User; sessionToken: string; browser: Browser };

type Options = { verified?: boolean; email?: string; name?: string; timeZone?: string; vaultLimit?: number };

/** Somebody with an account, signed in, made the way people make theirs. */
export async function createUser(options: Options = {}): Promise<Person> {
  const { verified = true, email = `${createId()}@example.org`, name = "Ada Example", timeZone, vaultLimit } = options;
  const account = await signUp({ fullName: name, email, password: PASSWORD, ...(timeZone && { timeZone }) });
  if (!account.ok) throw new Error(account.reason);
  if (vaultLimit !== undefined) await db.update(profiles).set({ vaultLimit }).where(eq(profiles.id, account.userId));
  const sessionToken = await startSession(account.userId);
  if (verified) await verifyAddress(await reload(sessionToken), await mailedToken(email, "verify_address"));
  return { user: await reload(sessionToken), sessionToken, browser: await createBrowser(sessionToken) };
}

/** The account behind a session as it is now. */
export async function reload(sessionToken: string): Promise<User> {
  const user = await findUserBySession(sessionToken);
  if (!user) throw new Error("This session has ended.");
  return user;
}
