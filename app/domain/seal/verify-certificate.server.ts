import { and, eq, ne } from "drizzle-orm";
import { db } from "~/services/db.server";
import { certificates, memories } from "~db/schema";
import { type Certificate, fingerprintOf, parseCertificate, verifySignature } from "./certificate";
import { checkSeal } from "./certificate.server";
import { partsWith, type SealedPart } from "./compare-content";
import { manifestText } from "./manifest";
import { findIssuerKey } from "./signing-keys.server";

/** A file that somebody has beside a certificate; its content is known by its SHA-256, in hexadecimal digits. */
export type FileToCompare = { name: string; sha256: string };

/** A given file, and which parts of what was sealed it is; none when it is nothing of it. */
export type ComparedFile = { name: string; parts: SealedPart[] };

export type Verification =
  | { status: "unreadable" }
  /** It names no key of this installation. `isWhole`: it is at least what was signed with the key that it carries. */
  | { status: "not_ours"; issuer: string; isWhole: boolean }
  /** It names a key of ours that has not signed this. */
  | { status: "forged"; keyId: string }
  | {
      status: "genuine";
      keyId: string;
      keyRetiredAt: Date | null;
      sealedAt: Date;
      delivery: { date: string; time: string; zone: string };
      fileCount: number;
      fingerprint: string;
      /** What we keep of the vault, against the certificate; unknown when it is not kept here. */
      vault: "unchanged" | "changed" | "unknown";
      /** Undefined for a copy without the salt, by which alone content can be compared. */
      compared: ComparedFile[] | undefined;
    };

/**
 * What a certificate is worth that anybody brings, as a file or as lines out of a mail. Nothing of a vault's content is
 * looked at but by our own check, and none of it is in the answer.
 */
export async function verifyCertificate(text: string, files: FileToCompare[] = []): Promise<Verification> {
  const certificate = parseCertificate(text);
  if (!certificate) return { status: "unreadable" };
  const { manifest } = certificate;
  const key = await findIssuerKey(manifest.keyId);
  if (!key) {
    const isWhole = await verifySignature(certificate, certificate.publicKey);
    return { status: "not_ours", issuer: manifest.issuer, isWhole };
  }
  const isOurs = certificate.publicKey === key.publicKey && (await verifySignature(certificate, key.publicKey));
  if (!isOurs) return { status: "forged", keyId: key.keyId };
  return {
    status: "genuine",
    keyId: key.keyId,
    keyRetiredAt: key.retiredAt,
    sealedAt: new Date(manifest.sealedAt),
    delivery: { date: manifest.deliveryDate, time: manifest.deliveryTime, zone: manifest.deliveryZone },
    fileCount: manifest.files.length,
    fingerprint: await fingerprintOf(manifest),
    vault: await stateOfVault(certificate),
    compared: await compare(certificate, files),
  };
}

async function compare({ manifest, salt }: Certificate, files: FileToCompare[]): Promise<ComparedFile[] | undefined> {
  if (!salt) return undefined;
  return Promise.all(files.map(async ({ name, sha256 }) => ({ name, parts: await partsWith(manifest, salt, sha256) })));
}

/** A cancelled vault is one that is not kept. */
async function stateOfVault({ manifest }: Certificate): Promise<"unchanged" | "changed" | "unknown"> {
  const [kept] = await db
    .select({ manifest: certificates.manifest })
    .from(certificates)
    .innerJoin(memories, eq(memories.id, certificates.vaultId))
    .where(and(eq(certificates.vaultId, manifest.vault), ne(memories.state, "cancelled")));
  if (kept?.manifest !== manifestText(manifest)) return "unknown";
  const checked = await checkSeal(manifest.vault);
  if (!checked) return "unknown";
  return checked.isUnchanged ? "unchanged" : "changed";
}
