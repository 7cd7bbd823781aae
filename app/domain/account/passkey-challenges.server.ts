import { and, eq, gt } from "drizzle-orm";
import { changedRows, db } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { passkeyChallenges } from "~db/schema";
import type { ChallengePurpose } from "~db/schema/states";

const CHALLENGE_MINUTES = 5;

/** For one response of this browser, within five minutes. */
export async function keepChallenge(
  challenge: string,
  purpose: ChallengePurpose,
  browser: string,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
  const tokenHash = hashSecretToken(challenge);
  await db.insert(passkeyChallenges).values({ tokenHash, purpose, browserHash: hashSecretToken(browser), expiresAt });
}

/** True once for each challenge. */
export async function takeChallenge(
  challenge: string,
  purpose: ChallengePurpose,
  browser: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.tokenHash, hashSecretToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.browserHash, hashSecretToken(browser)),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return changedRows(result) > 0;
}
