import { subDays } from "date-fns";
import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { writeMessage } from "~/domain/outbox/message.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { recordEvent } from "~/domain/vault/history.server";
import { isDeliverable } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { addressHealth, memories, messages, profiles } from "~db/schema";
import { correctionUrl } from "./address-mails.server";
import { type AddressStatus, STATUS_WORDS, statusOfAddress } from "./address-status";
import { type Address, listAddresses, othersOf, saveAddressHealth, updateAddressStatus } from "./addresses.server";

/** Questions without an answer per address, and the days between them. */
const ASKS_AT_MOST = 3;
const DAYS_APART = 7;
/** How long a confirmed address is not asked again. */
const CONFIRMED_DAYS = 365;

type VaultRow = typeof memories.$inferSelect;
type Profile = typeof profiles.$inferSelect;

export type AskedRecipient = { name: string; email: string; status: AddressStatus | null; mayBeAsked: boolean };

/** Undefined when the user has no such waiting vault. */
export async function listRecipientsToAsk(
  user: User,
  vaultId: string,
  now = clock.now(),
): Promise<AskedRecipient[] | undefined> {
  const own = and(eq(memories.id, vaultId), eq(memories.userId, user.id));
  const [vault] = await db.select().from(memories).where(own);
  if (!vault || !isDeliverable(vault)) return undefined;
  const addresses = await listAddresses(db, vault, { fullName: user.name, email: user.email });
  const asksElsewhere = await countAsksElsewhere(db, vault, addresses);
  return addresses.map(({ name, email, known }) => ({
    name,
    email,
    status: known ? statusOfAddress(known) : null,
    mayBeAsked: mayBeAsked(known, asksElsewhere(email), now),
  }));
}

/**
 * How often each address was asked about the sender's other vaults without an answer; as often as possible after a no.
 * Counts cancelled vaults: to their reader, who learns of no vault, all questions are the same.
 */
async function countAsksElsewhere(queryable: Queryable, { id, userId }: VaultRow, addresses: Address[]) {
  const emails = addresses.map((address) => address.email);
  const { vaultId, email, asks, answer } = addressHealth;
  const ofOthers = and(eq(memories.userId, userId), ne(memories.id, id), inArray(email, emails));
  const isUnwelcome = or(isNull(answer), eq(answer, "denied"));
  const rows =
    emails.length === 0
      ? []
      : await queryable
          .select({ email, asks, answer })
          .from(addressHealth)
          .innerJoin(memories, eq(memories.id, vaultId))
          .where(and(ofOthers, isUnwelcome));
  return (asked: string) =>
    rows
      .filter((row) => row.email === asked)
      .reduce((sum, row) => sum + (row.answer === "denied" ? ASKS_AT_MOST : row.asks), 0);
}

function mayBeAsked(known: Address["known"], asksElsewhere: number, now: Date): boolean {
  if (asksElsewhere >= ASKS_AT_MOST) return false;
  if (!known?.askedAt) return true;
  if (known.answer === "denied" || known.askedAt > subDays(now, DAYS_APART)) return false;
  if (known.answer !== "confirmed") return known.asks + asksElsewhere < ASKS_AT_MOST;
  return statusOfAddress(known) !== "confirmed" || isOld(known.answeredAt, now);
}

const isOld = (confirmedAt: Date | null, now: Date) => !confirmedAt || confirmedAt <= subDays(now, CONFIRMED_DAYS);

export type AskResult =
  | { ok: true; asked: number }
  | { ok: false; reason: "not_found" | "not_verified" | "no_recipients" };

/** The mail gives no reason. Skips recipients who blocked the sender, said no, or were asked or confirmed lately. */
export async function askRecipients(user: User, vaultId: string, now = clock.now()): Promise<AskResult> {
  if (!user.isEmailVerified) return { ok: false, reason: "not_verified" };
  const sender = { fullName: user.name, email: user.email };
  return inTransaction(async (tx): Promise<AskResult> => {
    const own = and(eq(memories.id, vaultId), eq(memories.userId, user.id));
    const [vault] = await tx.select().from(memories).where(own).for("update");
    if (!vault || !isDeliverable(vault)) return { ok: false, reason: "not_found" };
    const addresses = await listAddresses(tx, vault, sender);
    if (addresses.length === 0) return { ok: false, reason: "no_recipients" };
    const asksElsewhere = await countAsksElsewhere(tx, vault, addresses);
    const due = addresses.filter(({ known, email }) => mayBeAsked(known, asksElsewhere(email), now));
    let asked = 0;
    for (const address of due) {
      if (await isBlocked(tx, { senderId: user.id, recipient: address.email })) continue;
      await ask(tx, vault, address, now);
      asked += 1;
    }
    if (asked > 0) await recordEvent(tx, { vaultId, kind: "address_asked" }, now);
    await updateAddressStatus(tx, vault, sender, now);
    return { ok: true, asked };
  });
}

async function ask(tx: Transaction, vault: VaultRow, { name, email, known }: Address, now: Date): Promise<void> {
  const asks = known && known.answer !== "confirmed" ? known.asks + 1 : 1;
  await saveAddressHealth(tx, vault.id, email, { asks, askedAt: now, answer: null, answeredAt: null });
  const [row] = await tx.select().from(addressHealth).where(isAddress(vault.id, email));
  if (!row) throw new Error("The address row was not inserted.");
  await writeMessage(
    tx,
    {
      kind: "recipient_confirmation",
      senderId: vault.userId,
      uniqueKey: `recipient_confirmation:${row.id}:${now.getTime()}`,
      to: { name, email },
      props: { recipientName: name, url: `${env.BASE_URL}/confirm-address/${linkOf(row)}` },
      vaultId: vault.id,
    },
    now,
  );
}

const isAddress = (vaultId: string, email: string) =>
  and(eq(addressHealth.vaultId, vaultId), eq(addressHealth.email, email));

function linkOf({ id, email }: { id: string; email: string }): string {
  return `${id}.${keyedDigest("address-confirmation", `${id}:${email}`, "base64url")}`;
}

export type AddressQuestion = { id: string; vaultId: string; email: string; name: string; answer: string | null };

/** Undefined for an invalid link, or when no waiting vault goes to this email. */
export async function findAddressQuestion(link: string): Promise<AddressQuestion | undefined> {
  const [, id] = /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link) ?? [];
  if (!id) return undefined;
  const [row] = await db
    .select({ known: addressHealth, vault: memories, profile: profiles })
    .from(addressHealth)
    .innerJoin(memories, eq(memories.id, addressHealth.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(addressHealth.id, id));
  if (!row || !isSameSecret(link, linkOf(row.known)) || !isDeliverable(row.vault)) return undefined;
  const { email, vaultId, answer } = row.known;
  const person = (await othersOf(db, row.vault, row.profile)).find((one) => one.email === email);
  return person && { id, vaultId, email, name: person.name, answer };
}

/** Notifies the sender of a "no". Idempotent. */
export async function answerAddressQuestion(
  { id, vaultId, email, name }: AddressQuestion,
  answer: "confirmed" | "denied",
  now = clock.now(),
): Promise<void> {
  await inTransaction(async (tx) => {
    const locked = await lockVault(tx, vaultId);
    const [known] = await tx.select().from(addressHealth).where(eq(addressHealth.id, id));
    if (!locked || !known || known.answer === answer) return;
    const { vault, profile } = locked;
    await saveAddressHealth(tx, vaultId, email, { answer, answeredAt: now });
    await recordEvent(tx, { vaultId, kind: `address_${answer}` }, now);
    await updateAddressStatus(tx, vault, profile, now);
    if (answer === "denied") await notifySender(tx, locked, { name, email, known, trouble: "denied" }, now);
  });
}

/** Notifies the sender of a bounced question; ignores other messages. */
export async function recordReturnedQuestion(tx: Transaction, messageId: string, now: Date): Promise<void> {
  const [message] = await tx
    .select({ vaultId: messages.vaultId, email: messages.toAddress, name: messages.toName })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.kind, "recipient_confirmation")));
  const locked = message?.vaultId && (await lockVault(tx, message.vaultId));
  if (!message || !locked) return;
  const { vault, profile } = locked;
  const [known] = await tx.select().from(addressHealth).where(isAddress(vault.id, message.email));
  if (!known || known.answer !== null) return;
  await saveAddressHealth(tx, vault.id, message.email, { answer: "returned", answeredAt: now });
  await updateAddressStatus(tx, vault, profile, now);
  await notifySender(tx, locked, { ...message, known, trouble: "returned" }, now);
}

type Locked = { vault: VaultRow; profile: Profile };

async function lockVault(tx: Transaction, vaultId: string): Promise<Locked | undefined> {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, vaultId)).for("update");
  if (!vault || !isDeliverable(vault)) return undefined;
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  return profile && { vault, profile };
}

type Answered = {
  name: string;
  email: string;
  known: { id: string; askedAt: Date | null };
  trouble: "denied" | "returned";
};

function notifySender(
  tx: Transaction,
  { vault, profile }: Locked,
  { name, email, known, trouble }: Answered,
  now: Date,
): Promise<string> {
  const about = { title: displayTitleOf(vault), deliveryDate: vault.deliveryDate ?? "" };
  const vaults = [{ ...about, recipientName: name, recipientEmail: email, trouble: STATUS_WORDS[trouble] }];
  return writeMessage(
    tx,
    {
      kind: "address_trouble",
      uniqueKey: `address_trouble:${known.id}:${trouble}:${known.askedAt?.getTime()}`,
      to: { name: profile.fullName, email: profile.email },
      props: { name: profile.fullName, vaults, url: correctionUrl(vault) },
      vaultId: vault.id,
    },
    now,
  );
}
