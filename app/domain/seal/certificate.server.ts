import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { decryptAltText, withAltText } from "~/domain/media/alt-text.server";
import { decryptContent, isErased, vaultKey } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import { decrypt, encrypt, placeOf } from "~/services/cipher.server";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { certificates, media, memories, signingKeys } from "~db/schema";
import { type Certificate, verifySignature } from "./certificate";
import { toHex } from "./hex";
import { manifestOf, manifestSchema, manifestText, type SealedContent } from "./manifest";
import { takeSigningKey } from "./signing-keys.server";

const SALT_BYTES = 32;

type VaultRow = typeof memories.$inferSelect;

/**
 * Runs in the transaction that seals the vault, with its row locked and its files saved.
 * @throws Error for a vault without a delivery date
 */
export async function issueCertificate(tx: Transaction, vault: VaultRow, sealedAt: Date): Promise<Certificate> {
  const key = await takeSigningKey(tx, sealedAt);
  const salt = randomBytes(SALT_BYTES);
  const files = (await listFiles(tx, vault.id)).map((file) => ({ ...file, altText: decryptAltText(media, file) }));
  const content = contentOf(vault, files, sealedAt);
  const manifest = await manifestOf(content, salt, { issuer: env.BASE_URL, keyId: key.id });
  const text = manifestText(manifestSchema.parse(manifest));
  const signature = key.sign(text);
  await tx.insert(certificates).values({
    vaultId: vault.id,
    manifest: text,
    signature,
    signingKeyId: key.id,
    saltEncrypted: encrypt(vaultKey(vault), salt, placeOf(certificates.saltEncrypted, vault.id)),
    createdAt: sealedAt,
  });
  return { manifest, signature: toHex(signature), publicKey: toHex(key.publicKey) };
}

/** The caller has checked access. Only viewers who may read the content get the salt, which checks the digests. */
export async function findCertificate(vaultId: string, { withSalt = false } = {}): Promise<Certificate | undefined> {
  const row = await findRow(vaultId);
  return row && { ...certificateIn(row), ...(withSalt && !isErased(row.vault) && { salt: toHex(saltIn(row)) }) };
}

/** Compares the stored text, date and file digests; the files themselves are not read again. */
export async function isUnchanged(sealed: SealedVault): Promise<boolean> {
  const { id: vaultId, sealedAt } = sealed.vault;
  if (!sealedAt) return false;
  const isAsSealed = await isStillAsSealed(sealed, sealedAt).catch((error: unknown) => {
    log.error({ err: error, vaultId }, "checking a seal failed");
    return false;
  });
  if (!isAsSealed) log.error({ vaultId }, "a vault does not match its seal certificate");
  return isAsSealed;
}

/** Undefined without a certificate. */
export async function checkSeal(vaultId: string): Promise<{ sealedAt: Date; isUnchanged: boolean } | undefined> {
  const row = await findRow(vaultId);
  if (!row?.vault.sealedAt) return undefined;
  const files = (await listFiles(db, vaultId)).map((file) => withAltText(media, file));
  return { sealedAt: row.vault.sealedAt, isUnchanged: await isUnchanged({ ...row, files }) };
}

/** `files` is in order of position. */
export type SealedVault = {
  vault: VaultRow;
  certificate: typeof certificates.$inferSelect;
  publicKey: Buffer;
  files: SealedFile[];
};
type SealedFile = { kind: string; bytes: number; sha256: string; altText: string };
type CertificateRow = Omit<SealedVault, "files">;

async function isStillAsSealed(sealed: SealedVault, sealedAt: Date): Promise<boolean> {
  const certificate = certificateIn(sealed);
  if (!(await verifySignature(certificate, toHex(sealed.publicKey)))) return false;
  const content = contentOf(sealed.vault, sealed.files, sealedAt);
  const manifest = await manifestOf(content, saltIn(sealed), certificate.manifest);
  return manifestText(manifest) === sealed.certificate.manifest;
}

function certificateIn({ certificate, publicKey }: CertificateRow): Certificate {
  return {
    manifest: manifestSchema.parse(JSON.parse(certificate.manifest)),
    signature: toHex(certificate.signature),
    publicKey: toHex(publicKey),
  };
}

function saltIn({ vault, certificate }: CertificateRow): Uint8Array<ArrayBuffer> {
  const place = placeOf(certificates.saltEncrypted, certificate.vaultId);
  return new Uint8Array(decrypt(vaultKey(vault), certificate.saltEncrypted, place));
}

async function findRow(vaultId: string): Promise<CertificateRow | undefined> {
  const [row] = await db
    .select({ certificate: certificates, publicKey: signingKeys.publicKey, vault: memories })
    .from(certificates)
    .innerJoin(signingKeys, eq(signingKeys.id, certificates.signingKeyId))
    .innerJoin(memories, eq(memories.id, certificates.vaultId))
    .where(eq(certificates.vaultId, vaultId));
  return row;
}

/** The caller has checked access. */
export async function findVault(queryable: Queryable, id: string): Promise<VaultRow | undefined> {
  const [row] = await queryable.select().from(memories).where(eq(memories.id, id));
  return row;
}

function contentOf(vault: VaultRow, files: SealedFile[], sealedAt: Date): SealedContent {
  const { deliveryDate, deliveryHour, deliveryMinute, deliveryZone } = vault;
  if (!deliveryDate) throw new Error(`Vault ${vault.id} has no delivery date.`);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return {
    vault: vault.id,
    sealedAt,
    deliveryDate,
    deliveryTime: `${twoDigits(deliveryHour)}:${twoDigits(deliveryMinute)}`,
    deliveryZone,
    ...decryptContent(vault),
    files: files.map(({ kind, bytes, sha256, altText: caption }) => ({ kind, bytes, sha256, caption })),
  };
}

function listFiles(queryable: Queryable, vaultId: string) {
  return queryable.select().from(media).where(eq(media.vaultId, vaultId)).orderBy(asc(media.position), asc(media.id));
}
