import { and, desc, eq, gt, isNull, notInArray } from "drizzle-orm";
import type { z } from "zod";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { linkTokens, memories, profiles } from "~db/schema";
import { NEVER } from "~db/schema/columns";
import type { Privacy, User } from "./account";
import type { profileSchema } from "./profile-schema";

type ProfileInput = Omit<z.output<typeof profileSchema>, "email">;

/**
 * A new time zone applies to new vaults and to the weekly digest, a new phone number to all that the user has written
 * to themselves.
 */
export async function updateProfile(user: User, input: ProfileInput, now = clock.now()): Promise<void> {
  const { fullName, timeZone } = input;
  const phone = input.phone || null;
  const ownVaults = and(
    eq(memories.userId, user.id),
    eq(memories.isFutureSelf, true),
    notInArray(memories.state, ["draft", "cancelled"]),
  );
  // The digests' next run computes the Monday in that zone.
  const digest = timeZone !== user.timeZone && { nextDigestAt: NEVER };
  await inTransaction(async (tx) => {
    await tx
      .update(profiles)
      .set({ fullName, phone, timeZone, ...digest, updatedAt: now })
      .where(eq(profiles.id, user.id));
    await tx.update(memories).set({ recipientPhone: phone }).where(ownVaults);
  });
}

export async function changePrivacy(
  user: Pick<User, "id">,
  privacy: Privacy,
  now = clock.now(),
  queryable: Queryable = db,
): Promise<void> {
  await queryable
    .update(profiles)
    .set({ ...privacy, updatedAt: now })
    .where(eq(profiles.id, user.id));
}

/** The requested address that is not confirmed yet. */
export async function findPendingEmail(user: User, now = clock.now()): Promise<string | undefined> {
  const [row] = await db
    .select({ newEmail: linkTokens.newEmail })
    .from(linkTokens)
    .where(
      and(
        eq(linkTokens.userId, user.id),
        eq(linkTokens.purpose, "change_email"),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(linkTokens.createdAt))
    .limit(1);
  return row?.newEmail ?? undefined;
}
