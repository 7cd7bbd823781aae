import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, desc, eq } from "drizzle-orm";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, isDuplicate } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { credentials, passkeys, profiles } from "~db/schema";
import type { ChallengePurpose } from "~db/schema/states";
import type { User } from "./account";
import { lockAccount } from "./lock-account.server";
import { keepChallenge, takeChallenge } from "./passkey-challenges.server";
import { PASSKEYS_MAX } from "./passkeys";
import { recordSecurityEvent } from "./security-events.server";

/** EdDSA, ES256 and RS256 in COSE's numbers, which devices support. */
const ALGORITHMS = [-8, -7, -257];
const { hostname: rpID, origin } = new URL(env.BASE_URL);

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** Newest first. */
export function listPasskeys(userId: string): Promise<Passkey[]> {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
}

export async function hasPasskeys(userId: string): Promise<boolean> {
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

/** For `navigator.credentials.create` in this browser, within five minutes. The device has to check who holds it. */
export async function registrationOptions(
  user: User,
  browser: string,
  now = clock.now(),
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await db.select({ id: passkeys.credentialId }).from(passkeys).where(eq(passkeys.userId, user.id));
  const options = await generateRegistrationOptions({
    rpName: "Amberkeep",
    rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: known,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(options.challenge, "register", browser, now);
  return options;
}

export type AddedPasskey = { ok: true } | { ok: false; reason: "refused" | "known" | "too_many" };

export async function addPasskey(
  user: User,
  { credential, name, browser, device }: { credential: object; name: string; browser: string; device: string },
  now = clock.now(),
): Promise<AddedPasskey> {
  const taking = challengeTaker("register", browser, now);
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: taking.take,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(taking.unlessItFailed);
  if (!verified?.verified) return { ok: false, reason: "refused" };
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const row = { credentialHash: hashSecretToken(id), credentialId: id, publicKey: Buffer.from(publicKey), counter };
  try {
    return await inTransaction(async (tx): Promise<AddedPasskey> => {
      await lockAccount(tx, user.id);
      if ((await tx.$count(passkeys, eq(passkeys.userId, user.id))) >= PASSKEYS_MAX) {
        return { ok: false, reason: "too_many" };
      }
      await tx.insert(passkeys).values({ ...row, id: createId(), userId: user.id, name, createdAt: now });
      await recordSecurityEvent(tx, user.id, { kind: "passkey_added", device }, now);
      return { ok: true };
    });
  } catch (error) {
    if (isDuplicate(error, "passkeys_credential")) return { ok: false, reason: "known" };
    throw error;
  }
}

/** Does nothing for a passkey that is gone. */
export function removePasskey(userId: string, id: string, device: string, now = clock.now()): Promise<void> {
  return inTransaction(async (tx) => {
    const result = await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)));
    if (changedRows(result) > 0) await recordSecurityEvent(tx, userId, { kind: "passkey_removed", device }, now);
  });
}

/** For `navigator.credentials.get` in this browser, within five minutes. Names no account. */
export async function authenticationOptions(
  browser: string,
  now = clock.now(),
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
  await keepChallenge(options.challenge, "sign_in", browser, now);
  return options;
}

/** Like `authenticationOptions`, but for a user who is signed in: accepts only their own passkeys. */
export async function confirmationOptions(
  userId: string,
  browser: string,
  now = clock.now(),
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const allowCredentials = await db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required", allowCredentials });
  await keepChallenge(options.challenge, "confirm", browser, now);
  return options;
}

type PasskeyAccount = { id: string; email: string; passwordHash: string };

/** The account of the passkey that answered `authenticationOptions`. Its `passwordHash` is for `startSessionByPassword`. */
export function findByPasskey(
  credential: { id: string },
  browser: string,
  now = clock.now(),
): Promise<PasskeyAccount | undefined> {
  return verifyPasskey(credential, "sign_in", browser, now);
}

/** Whether a passkey of this account answered `confirmationOptions`. */
export async function isOwnPasskey(
  userId: string,
  credential: { id: string },
  browser: string,
  now = clock.now(),
): Promise<boolean> {
  return (await verifyPasskey(credential, "confirm", browser, now))?.id === userId;
}

async function verifyPasskey(
  credential: { id: string },
  purpose: ChallengePurpose,
  browser: string,
  now: Date,
): Promise<PasskeyAccount | undefined> {
  const [row] = await db
    .select({ passkey: passkeys, email: profiles.email, passwordHash: credentials.passwordHash })
    .from(passkeys)
    .innerJoin(profiles, eq(profiles.id, passkeys.userId))
    .innerJoin(credentials, eq(credentials.userId, passkeys.userId))
    .where(eq(passkeys.credentialHash, hashSecretToken(credential.id)));
  if (!row) return undefined;
  const { passkey, email, passwordHash } = row;
  const { credentialId, publicKey, counter } = passkey;
  const taking = challengeTaker(purpose, browser, now);
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: taking.take,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  }).catch(taking.unlessItFailed);
  if (!verified?.verified) return undefined;
  const used = { counter: verified.authenticationInfo.newCounter, lastUsedAt: now };
  await db.update(passkeys).set(used).where(eq(passkeys.id, passkey.id));
  return { id: passkey.userId, email, passwordHash };
}

/** Verifying throws for a wrong answer of a device; that the database failed is another matter, and is thrown again. */
function challengeTaker(purpose: ChallengePurpose, browser: string, now: Date) {
  let taken: Promise<boolean> | undefined;
  return {
    take(challenge: string): Promise<boolean> {
      taken = takeChallenge(challenge, purpose, browser, now);
      return taken;
    },
    async unlessItFailed(): Promise<undefined> {
      await taken;
    },
  };
}
