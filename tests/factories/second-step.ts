import { eq } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { beginSetUp, confirmSetUp, findSetUp } from "~/domain/account/authenticator.server";
import * as auth from "~/routes/auth";
import { db } from "~/services/db.server";
import { authenticators } from "~db/schema";
import { type Browser, createBrowser, withCookiesOf } from "./browser";
import { answerOf, formRequest } from "./request";
import { createUser, PASSWORD, type SignedInUser } from "./user";

/** An account that begins to set up an authenticator app. */
export async function createUserSettingUp(): Promise<SignedInUser & { totp: TOTP }> {
  const person = await createUser();
  await beginSetUp(person.user.id);
  return { ...person, totp: URI.parse((await findSetUp(person.user))?.url ?? "") as TOTP };
}

/** An account with an authenticator app. */
export async function createUserWithApp(): Promise<SignedInUser & { totp: TOTP; codes: string[] }> {
  const person = await createUserSettingUp();
  const confirmed = await confirmSetUp(person.user, person.totp.generate(), "");
  if (!confirmed.ok) throw new Error(confirmed.reason);
  // As if 30 seconds passed between codes, since each code works once.
  await db.update(authenticators).set({ lastStep: 0 }).where(eq(authenticators.userId, person.user.id));
  return { ...person, codes: confirmed.codes };
}

/** Returns the browser after the right password. */
export async function passPassword(email: string, from?: Browser): Promise<{ response: Response; browser: Browser }> {
  const browser = from ?? (await createBrowser());
  const request = formRequest("/auth?mode=login", { email, password: PASSWORD }, browser);
  const response = await answerOf(auth.action, request, browser);
  return { response, browser: await withCookiesOf(browser, response) };
}
