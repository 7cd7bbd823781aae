import { addDays, max } from "date-fns";
import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { hasNotLeft, writeMessage } from "~/domain/outbox/message.server";
import { recordEvent } from "~/domain/vault/history.server";
import { recipientInWords } from "~/domain/vault/own-kind";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { db, type Queryable, startsWith, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { legacyContacts, legacyWaits, memories, messages, profiles } from "~db/schema";
import { type LegacyRequest, type LegacyRequestKind, opensAfter, reminderBefore } from "./legacy";
import { legacyUrl } from "./legacy-links.server";

type VaultRow = typeof memories.$inferSelect;
type Contact = Pick<typeof legacyContacts.$inferSelect, "id" | "name">;
type RequestRow = Pick<typeof legacyWaits.$inferSelect, "id" | "kind" | "begunAt" | "opensAt">;

export async function listLegacyRequests(queryable: Queryable, vaultId: string): Promise<LegacyRequest[]> {
  const rows = await queryable
    .select({ request: legacyWaits, contact: legacyContacts })
    .from(legacyWaits)
    .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
    .where(eq(legacyWaits.vaultId, vaultId));
  return rows.map(({ request: { id, contactId, kind, state, opensAt }, contact }) => ({
    id,
    contactId,
    contactName: contact.name,
    contactEmail: contact.email,
    contactState: contact.state,
    linkVersion: contact.linkVersion,
    permissions: {
      updateEmail: contact.updateEmail,
      viewContent: contact.viewContent,
      receiveDuplicate: contact.receiveDuplicate,
    },
    kind,
    state,
    opensAt,
  }));
}

/**
 * Starts a contact's thirty days and notifies the owner, who can stop them. The caller has locked the vault and the
 * contact. Does nothing while such a request is under way. Returns false, doing nothing, once the owner has stopped the
 * contact for this vault.
 */
export async function createLegacyRequest(
  tx: Transaction,
  vault: VaultRow,
  contact: Contact,
  kind: LegacyRequestKind,
  now: Date,
): Promise<boolean> {
  const earlier = await tx
    .select()
    .from(legacyWaits)
    .where(and(eq(legacyWaits.contactId, contact.id), eq(legacyWaits.vaultId, vault.id)))
    .for("update");
  if (earlier.some(({ state }) => state === "stopped")) return false;
  const before = earlier.find((one) => one.kind === kind);
  if (before && before.state !== "over") return true;
  const opensAt = opensAfter(now);
  // Until the owner's notice has left, the day is one day later each day.
  const begun = { state: "waiting" as const, begunAt: now, opensAt, nextStepAt: addDays(now, 1) };
  const id = before?.id ?? createId();
  if (before) {
    await tx
      .update(legacyWaits)
      .set({ ...begun, remindedAt: null, readAt: null })
      .where(eq(legacyWaits.id, id));
  } else {
    await tx.insert(legacyWaits).values({ ...begun, id, contactId: contact.id, vaultId: vault.id, kind });
  }
  const event = kind === "view" ? "legacy_view_asked" : "legacy_copy_announced";
  await recordEvent(tx, { vaultId: vault.id, kind: event, detail: contact.name }, now);
  await notifyOwner(tx, { vault, contact, request: { id, kind, begunAt: now, opensAt } }, { isReminder: false }, now);
  return true;
}

const noticeKey = ({ id, begunAt }: Pick<RequestRow, "id" | "begunAt">) => `legacy_wait:${id}:${begunAt.getTime()}`;

/**
 * The thirty days begin when the owner's notice has left; one that cannot be sent delays nothing. `nextStepAt` is when
 * to ask again.
 */
export async function opensAfterNotice(
  tx: Transaction,
  request: RequestRow,
  now: Date,
): Promise<{ opensAt: Date; nextStepAt: Date }> {
  const notices = await listNotices(tx, request);
  if (notices.some(hasNotLeft)) return { opensAt: opensAfter(now), nextStepAt: addDays(now, 1) };
  const opensAt = opensAfter(max([request.begunAt, ...notices.flatMap(({ sentAt }) => sentAt ?? [])]));
  return { opensAt, nextStepAt: reminderBefore(opensAt) };
}

/** The first one, and those that repeat it. */
function listNotices(tx: Transaction, request: RequestRow) {
  const { uniqueKey, state, sentAt } = messages;
  const key = noticeKey(request);
  const isRepeated = startsWith(uniqueKey, `${key}~`);
  return tx
    .select({ state, sentAt })
    .from(messages)
    .where(or(eq(uniqueKey, key), isRepeated));
}

/** The first day, in the vault's zone, on which a request can open whose owner is notified at `now`. */
export async function opensOnIfNotifiedAt(requestId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ opensAt: legacyWaits.opensAt, zone: memories.deliveryZone })
    .from(legacyWaits)
    .innerJoin(memories, eq(memories.id, legacyWaits.vaultId))
    .where(eq(legacyWaits.id, requestId));
  return row && dateIn(row.zone, max([row.opensAt, opensAfter(now)]));
}

/** The mail contains the link that stops the request. */
export async function notifyOwner(
  tx: Transaction,
  { vault, contact, request }: { vault: VaultRow; contact: Contact; request: RequestRow },
  { isReminder }: { isReminder: boolean },
  now: Date,
): Promise<void> {
  const [owner] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!owner) throw new Error(`Vault ${vault.id} has no owner.`);
  await writeMessage(
    tx,
    {
      kind: "legacy_wait",
      uniqueKey: isReminder ? `${noticeKey(request)}:reminder` : noticeKey(request),
      to: { name: owner.fullName, email: owner.email },
      props: {
        name: owner.fullName,
        contactName: contact.name,
        title: displayTitleOf(vault),
        recipientName: recipientInWords(vault),
        kind: request.kind,
        opensOn: dateIn(vault.deliveryZone, request.opensAt),
        isReminder,
        url: legacyUrl("stop", request.id),
      },
      vaultId: vault.id,
      ...(isReminder && { expiresAt: request.opensAt }),
    },
    now,
  );
}

/** For vaults that arrived or are sent again. A copy that a contact has received stays readable. */
export async function endLegacyRequestsFor(tx: Transaction, ...vaultIds: string[]): Promise<void> {
  await end(
    tx,
    and(
      inArray(legacyWaits.vaultId, vaultIds),
      or(eq(legacyWaits.state, "waiting"), and(eq(legacyWaits.state, "open"), eq(legacyWaits.kind, "view"))),
    ),
  );
}

/** For a vault that is cancelled. Also closes copies that contacts have received. */
export async function closeLegacyRequestsFor(tx: Transaction, vaultId: string): Promise<void> {
  await end(tx, and(eq(legacyWaits.vaultId, vaultId), inArray(legacyWaits.state, ["waiting", "open"])));
}

/** For a withdrawn permission. Also closes copies that the contact has received. */
export async function endLegacyRequestsOf(tx: Transaction, contactId: string, kind: LegacyRequestKind): Promise<void> {
  await end(
    tx,
    and(
      eq(legacyWaits.contactId, contactId),
      eq(legacyWaits.kind, kind),
      inArray(legacyWaits.state, ["waiting", "open"]),
    ),
  );
}

async function end(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx.update(legacyWaits).set({ state: "over", nextStepAt: null }).where(which);
}
