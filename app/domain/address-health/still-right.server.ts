import { subDays } from "date-fns";
import { and, asc, eq, gt, inArray, lte } from "drizzle-orm";
import { recordEvent } from "~/domain/vault/history.server";
import { DELIVERABLE_STATES, isDeliverable } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { memories, profiles } from "~db/schema";
import { correctionUrl } from "./address-mails.server";
import { listAddresses, saveAddressHealth } from "./addresses.server";
import { QUIET_AT_FIRST_DAYS } from "./check-dates";
import { type AskedSender, isStillRightLink, readStillRightLink } from "./still-right-link.server";

const VAULTS_AT_MOST = 200;

type VaultRow = typeof memories.$inferSelect;
export type AskedVault = { id: string; deliveryDate: string | null; addresses: AskedAddress[]; correctAt: string };
type AskedAddress = { name: string; email: string; isConfirmed: boolean };
/** `isAnswered`: all addresses were confirmed since. */
export type StillRightQuestion = AskedSender & { vaults: AskedVault[]; isAnswered: boolean };

/** Undefined when the link is invalid or too old, or the account has another email. */
export async function findStillRightQuestion(link: string, now = clock.now()): Promise<StillRightQuestion | undefined> {
  const said = readStillRightLink(link);
  if (!said) return undefined;
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, said.userId));
  if (!profile || !isStillRightLink(link, { ...said, email: profile.email }, now)) return undefined;
  const vaults: AskedVault[] = [];
  for (const vault of await waitingVaults(db, said, now)) {
    const addresses = (await listAddresses(db, vault, profile)).map(({ name, email, known }) => ({
      name,
      email,
      isConfirmed: known?.saidRightAt ? known.saidRightAt >= said.askedAt : false,
    }));
    if (addresses.length === 0) continue;
    vaults.push({ id: vault.id, deliveryDate: vault.deliveryDate, addresses, correctAt: correctionUrl(vault) });
  }
  const isAnswered = vaults.every(({ addresses }) => addresses.every(({ isConfirmed }) => isConfirmed));
  return { ...said, email: profile.email, vaults, isAnswered };
}

function waitingVaults(
  queryable: Queryable,
  { userId, askedAt }: Omit<AskedSender, "email">,
  now: Date,
): Promise<VaultRow[]> {
  return queryable
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.userId, userId),
        eq(memories.list, "pending"),
        gt(memories.deliveryAt, now),
        inArray(memories.state, [...DELIVERABLE_STATES]),
        lte(memories.createdAt, subDays(askedAt, QUIET_AT_FIRST_DAYS)),
      ),
    )
    .orderBy(asc(memories.deliveryAt), asc(memories.id))
    .limit(VAULTS_AT_MOST);
}

/** Covers only the addresses that the question showed. */
export async function confirmStillRight(question: StillRightQuestion, now = clock.now()): Promise<void> {
  for (const { id, addresses } of question.vaults) {
    if (addresses.every(({ isConfirmed }) => isConfirmed)) continue;
    await inTransaction(async (tx) => {
      const [vault] = await tx.select().from(memories).where(eq(memories.id, id)).for("update");
      if (!vault || !isDeliverable(vault)) return;
      for (const { email } of addresses) await saveAddressHealth(tx, id, email, { saidRightAt: now });
      await recordEvent(tx, { vaultId: id, kind: "address_said_right" }, now);
    });
  }
}
