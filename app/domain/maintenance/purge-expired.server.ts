import { subDays } from "date-fns";
import { lt } from "drizzle-orm";
import { deleteExpiredDrafts } from "~/domain/visitor-draft/visitor-draft.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { linkTokens, openingCodes, rateLimits, readingSessions, sessions } from "~db/schema";

/** Expired links and codes are kept this much longer, in days, for the message "it has expired". */
const KEPT_DAYS = 7;

export async function purgeExpired(now = clock.now()): Promise<void> {
  const before = subDays(now, KEPT_DAYS);
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(readingSessions).where(lt(readingSessions.expiresAt, now));
  await db.delete(linkTokens).where(lt(linkTokens.expiresAt, before));
  await db.delete(openingCodes).where(lt(openingCodes.expiresAt, before));
  await deleteExpiredDrafts(now);
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
