import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { signingKeys } from "~db/schema";
import { toHex } from "./hex";
import type { IssuerKey } from "./issuer-keys";

export type SigningKey = { id: string; publicKey: Buffer; sign: (text: string) => Buffer };

/** Creates the first key. Locked until the transaction ends, so that a rotation comes after its signatures. */
export async function takeSigningKey(tx: Transaction, now: Date): Promise<SigningKey> {
  const active = await lockActive(tx);
  if (active) return active;
  await insertKey(tx, now);
  const made = await lockActive(tx);
  if (!made) throw new Error("There is no signing key.");
  return made;
}

/** Certificates of the retired key stay valid, as its public part is kept. */
export async function rotateSigningKey(now = clock.now()): Promise<{ retired: string; active: string }> {
  return inTransaction(async (tx) => {
    const { id } = await takeSigningKey(tx, now);
    await tx.update(signingKeys).set({ retiredAt: now }).where(eq(signingKeys.id, id));
    await insertKey(tx, now);
    return { retired: id, active: (await takeSigningKey(tx, now)).id };
  });
}

/** Oldest first, including retired keys. */
export async function listIssuerKeys(): Promise<IssuerKey[]> {
  const rows = await db
    .select(issuerColumns)
    .from(signingKeys)
    .orderBy(asc(signingKeys.createdAt), asc(signingKeys.id));
  return rows.map(toIssuerKey);
}

export async function findIssuerKey(keyId: string): Promise<IssuerKey | undefined> {
  const [row] = await db.select(issuerColumns).from(signingKeys).where(eq(signingKeys.id, keyId));
  return row && toIssuerKey(row);
}

const issuerColumns = {
  keyId: signingKeys.id,
  publicKey: signingKeys.publicKey,
  createdAt: signingKeys.createdAt,
  retiredAt: signingKeys.retiredAt,
};

const toIssuerKey = ({ publicKey, ...key }: Omit<IssuerKey, "publicKey"> & { publicKey: Buffer }): IssuerKey => ({
  ...key,
  publicKey: toHex(publicKey),
});

async function lockActive(tx: Transaction): Promise<SigningKey | undefined> {
  const [row] = await tx.select().from(signingKeys).where(eq(signingKeys.active, 1)).for("update");
  if (!row) return undefined;
  const key = () => {
    const dataKey = unwrapDataKey(row, placeOf(signingKeys.wrappedKey, row.id));
    const der = decrypt(dataKey, row.privateKeyEncrypted, placeOf(signingKeys.privateKeyEncrypted, row.id));
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  };
  return { id: row.id, publicKey: row.publicKey, sign: (text) => sign(null, Buffer.from(text, "utf8"), key()) };
}

/** A concurrent insert waits for the first one's commit, then changes nothing. */
async function insertKey(tx: Transaction, now: Date): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const id = createId();
  const { key, ...wrapped } = createDataKey(placeOf(signingKeys.wrappedKey, id));
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  await tx
    .insert(signingKeys)
    .values({
      id,
      publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
      privateKeyEncrypted: encrypt(key, der, placeOf(signingKeys.privateKeyEncrypted, id)),
      ...wrapped,
      createdAt: now,
    })
    .onDuplicateKeyUpdate({ set: { createdAt: sql`created_at` } });
}
