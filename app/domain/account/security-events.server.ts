import { subDays } from "date-fns";
import { and, desc, eq, gt } from "drizzle-orm";
import { formatInstant, zoneTime } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { securityLog } from "~/services/log.server";
import { pressedTwiceSince } from "~/services/repeats.server";
import { profiles, securityEvents } from "~db/schema";
import type { SecurityEventKind } from "~db/schema/states";
import { lockAccount } from "./lock-account.server";
import { endSessions, type Session } from "./session.server";

export type SecurityEvent = { id: string; kind: SecurityEventKind; device: string; happenedAt: Date };

export type SecurityEventInput = {
  kind: SecurityEventKind;
  /** As in `deviceOf`; empty if unknown. */
  device?: string;
  /** Where the mail goes, if not to the account's address. */
  email?: string;
  /** Shown in the mail, shortened. */
  newEmail?: string;
  /** Where the mail's button leads: a path of this site. */
  path?: string;
  /** Another mail tells the owner. */
  isAnnounced?: boolean;
};

/** To an unverified address in 24 hours. */
const UNVERIFIED_ALERTS = 5;

/**
 * Lists the event for the account's owner, mails them about it and logs it for the operator, in the transaction of its
 * cause. Does nothing for an account that is gone. An unverified address may be a stranger's, whom someone could write
 * to by logging in again and again, so it gets few mails.
 */
export async function recordSecurityEvent(
  tx: Transaction,
  userId: string,
  { kind, device = "", email, newEmail, path = "/settings/sessions", isAnnounced = false }: SecurityEventInput,
  now = clock.now(),
): Promise<void> {
  const [account] = await tx
    .select({ name: profiles.fullName, email: profiles.email, zone: profiles.timeZone, at: profiles.emailVerifiedAt })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!account) return;
  const id = createId();
  await tx.insert(securityEvents).values({ id, userId, kind, device, happenedAt: now });
  securityLog.info({ event: kind, account: userId }, "security event");
  if (isAnnounced) return;
  const lately = and(eq(securityEvents.userId, userId), gt(securityEvents.happenedAt, subDays(now, 1)));
  if (!account.at && (await tx.$count(securityEvents, lately)) > UNVERIFIED_ALERTS) return;
  // An unverified address may be a stranger's, so its mails have nothing in them that was typed.
  const name = account.at ? account.name : "";
  const props = {
    name,
    event: kind,
    device,
    when: `${formatInstant(now, account.zone)} (${zoneTime(account.zone)})`,
    url: env.BASE_URL + path,
  };
  await writeMessage(
    tx,
    {
      kind: "security_alert",
      uniqueKey: `security_alert:${id}`,
      to: { name, email: email ?? account.email },
      props: { ...props, ...(account.at && newEmail && { newEmail: shortened(newEmail) }) },
    },
    now,
  );
}

/** Like `recordSecurityEvent`, for an event without another cause in the database. */
export function noteSecurityEvent(userId: string, event: SecurityEventInput, now = clock.now()): Promise<void> {
  return inTransaction((tx) => recordSecurityEvent(tx, userId, event, now));
}

/** Like `recordSecurityEvent`, but once if its button is pressed twice. Locks the account, so call it first. */
export async function recordSecurityEventOnce(
  tx: Transaction,
  userId: string,
  event: SecurityEventInput & { device: string },
  now: Date,
): Promise<void> {
  await lockAccount(tx, userId);
  const [last] = await tx
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.happenedAt), desc(securityEvents.id))
    .limit(1);
  const isSame = last?.kind === event.kind && last.device === event.device;
  if (isSame && last.happenedAt > pressedTwiceSince(now)) return;
  await recordSecurityEvent(tx, userId, event, now);
}

/** Notes a login from a new browser. */
export function noteNewDevice(userId: string, device: string, now = clock.now()): Promise<void> {
  return inTransaction((tx) => recordSecurityEventOnce(tx, userId, { kind: "new_device", device }, now));
}

/** Tells the owner of an account, if there is one, that many wrong passwords were tried for it. */
export async function noteWrongPasswords(email: string, now = clock.now()): Promise<void> {
  const [account] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  if (account) await noteSecurityEvent(account.id, { kind: "wrong_passwords" }, now);
}

/** Logs out every device but this one. */
export async function endOtherSessions(
  userId: string,
  session: Pick<Session, "id" | "device">,
  now = clock.now(),
): Promise<void> {
  await inTransaction(async (tx) => {
    await recordSecurityEventOnce(tx, userId, { kind: "sessions_ended", device: session.device }, now);
    await endSessions(tx, userId, session.id);
  });
}

const EVENTS_SHOWN = 20;

export function listSecurityEvents(userId: string): Promise<SecurityEvent[]> {
  return db
    .select({
      id: securityEvents.id,
      kind: securityEvents.kind,
      device: securityEvents.device,
      happenedAt: securityEvents.happenedAt,
    })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.happenedAt), desc(securityEvents.id))
    .limit(EVENTS_SHOWN);
}

/** Enough for the owner to recognise it. */
function shortened(email: string): string {
  return email.replace(/^(.).*(?=@)/u, "$1…");
}
