import { addDays, addYears, subDays } from "date-fns";
import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, lookAfterCommit, type Transaction } from "~/services/db.server";
import { pressedTwiceSince } from "~/services/repeats.server";
import { erasures, linkTokens, memories, profiles } from "~db/schema";
import type { WaitingChoice } from "~db/schema/states";
import type { User } from "./account";
import { GRACE_DAYS, REMINDER_DAYS } from "./erasure";
import { recordSecurityEvent } from "./security-events.server";
import { endSessions } from "./session.server";

/** Vaults that are to be cancelled must not leave in the meantime, however late the erasure runs. */
const PAUSE_YEARS = 100;

type Erasure = typeof erasures.$inferSelect;

/**
 * Ends every session, and mailed links but the one that gives an email back. The account is erased after 30 days
 * (product decision 22), unless its owner signs in before. Until then vaults that are to be cancelled wait, so that the
 * owner finds everything as it was.
 */
export async function requestErasure(
  user: User,
  { waitingVaults, device = "" }: { waitingVaults: WaitingChoice; device?: string },
  now = clock.now(),
): Promise<void> {
  const eraseAt = addDays(now, GRACE_DAYS);
  const columns = { waitingVaults, requestedAt: now, eraseAt, nextStepAt: subDays(eraseAt, REMINDER_DAYS) };
  await inTransaction(async (tx) => {
    // The profile is locked first, as when signing in.
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, user.id)).for("update");
    if (!profile || profile.erasedAt) return;
    const [before] = await tx.select().from(erasures).where(eq(erasures.userId, user.id));
    // The button was pressed twice.
    if (before?.waitingVaults === waitingVaults && before.requestedAt > pressedTwiceSince(now)) return;
    await tx
      .insert(erasures)
      .values({ userId: user.id, ...columns })
      .onDuplicateKeyUpdate({ set: { ...columns, isReminded: false } });
    // Another window may have asked just before, with the other choice.
    await pauseVaults(tx, user.id, waitingVaults === "cancel" ? pauseUntil(now) : null);
    await endSessions(tx, user.id);
    // An owner whose email a thief has changed still needs the link that gives it back.
    await tx.delete(linkTokens).where(and(eq(linkTokens.userId, user.id), ne(linkTokens.purpose, "undo_email")));
    await recordSecurityEvent(tx, user.id, { kind: "deletion_requested", device, isAnnounced: true }, now);
    await writePlannedMail(tx, { userId: user.id, ...columns }, profile, { isReminder: false }, now);
  });
}

const isWaiting = (userId: string) =>
  and(eq(memories.userId, userId), inArray(memories.state, ["scheduled", "sealed"]));

const pauseUntil = (now: Date) => addYears(now, PAUSE_YEARS);

/** Delivers none of an account's vaults in the meantime. */
export const pauseWaitingVaults = (tx: Transaction, userId: string, now: Date) =>
  pauseVaults(tx, userId, pauseUntil(now));

function pauseVaults(tx: Transaction, userId: string, until: Date | null) {
  return tx.update(memories).set({ deliveryRetryAt: until, deliveryFailures: 0 }).where(isWaiting(userId));
}

/**
 * Returns until when a new vault waits if its request began before its account was to be erased, otherwise null. The
 * caller has locked the profile.
 */
export async function pauseOfNewVault(tx: Transaction, userId: string, now: Date): Promise<Date | null> {
  const isCancelling = and(eq(erasures.userId, userId), eq(erasures.waitingVaults, "cancel"));
  return (await tx.$count(erasures, isCancelling)) > 0 ? pauseUntil(now) : null;
}

type Addressee = { fullName: string; email: string; timeZone: string };

export async function writePlannedMail(
  tx: Transaction,
  {
    userId,
    eraseAt,
    requestedAt,
    waitingVaults,
  }: Pick<Erasure, "userId" | "eraseAt" | "requestedAt" | "waitingVaults">,
  { fullName: name, email, timeZone }: Addressee,
  { isReminder }: { isReminder: boolean },
  now: Date,
): Promise<void> {
  const waiting = await tx.$count(memories, isWaiting(userId));
  await writeMessage(
    tx,
    {
      kind: "erasure_planned",
      uniqueKey: `erasure_${isReminder ? "soon" : "planned"}:${userId}:${requestedAt.getTime()}`,
      to: { name, email },
      props: {
        name,
        eraseOn: dateIn(timeZone, eraseAt),
        waitingVaults: waiting > 0 ? waitingVaults : null,
        isReminder,
        url: `${env.BASE_URL}/auth?mode=login`,
      },
    },
    now,
  );
}

/** Whether the account would be erased unless its owner signs in. */
export async function isBeingErased(userId: string): Promise<boolean> {
  return (await db.$count(erasures, and(eq(erasures.userId, userId), isNull(erasures.begunAt)))) > 0;
}

/** For an owner who signs in: the account stays, and paused vaults are delivered. False without a request. */
export async function stopErasure(userId: string, now = clock.now(), device = ""): Promise<boolean> {
  if (!(await isBeingErased(userId))) return false;
  return inTransaction(async (tx) => {
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId)).for("update");
    const ofUser = and(eq(erasures.userId, userId), isNull(erasures.begunAt));
    const [erasure] = await tx.select().from(erasures).where(ofUser).for("update");
    if (!profile || !erasure) return false;
    await tx.delete(erasures).where(ofUser);
    if (erasure.waitingVaults === "cancel") await pauseVaults(tx, userId, null);
    lookAfterCommit(tx, "deliver_due");
    await recordSecurityEvent(tx, userId, { kind: "deletion_cancelled", device, isAnnounced: true }, now);
    await writeMessage(
      tx,
      {
        kind: "erasure_stopped",
        uniqueKey: `erasure_stopped:${userId}:${erasure.requestedAt.getTime()}`,
        to: { name: profile.fullName, email: profile.email },
        props: { name: profile.fullName, url: `${env.BASE_URL}/dashboard` },
      },
      now,
    );
    return true;
  });
}
