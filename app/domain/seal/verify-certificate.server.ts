import { and, eq, ne } from "drizzle-orm";
import { db } from "~/services/db.server";
import { certificates, memories } from "~db/schema";
import { type Certificate, fingerprintOf, parseCertificate, verifySignature } from "./certificate";
import { checkSeal } from "./certificate.server";
import { type ComparedFile, compareFile, type FileToCompare } from "./compare-content.server";
import { manifestText } from "./manifest";
import { findIssuerKey } from "./signing-keys.server";

export type Verification =
  | { status: "unreadable" }
  /** Names no key of this installation. `isWhole`: it matches the key that it carries. */
  | { status: "not_ours"; issuer: string; isWhole: boolean }
  /** Names a key of this installation that did not sign it. */
  | { status: "forged"; keyId: string }
  | {
      status: "genuine";
      keyId: string;
      keyRetiredAt: Date | null;
      sealedAt: Date;
      delivery: { date: string; time: string; zone: string };
      fileCount: number;
      fingerprint: string;
      /** `unknown` when the vault is not stored here. */
      vault: "unchanged" | "changed" | "unknown";
      /** Undefined for a copy without the salt. */
      compared: ComparedFile[] | undefined;
    };

/** From a file or the lines of a mail. Reveals nothing of the vault's content. */
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
    compared: compare(certificate, files),
  };
}

function compare({ manifest, salt }: Certificate, files: FileToCompare[]): ComparedFile[] | undefined {
  return salt ? files.map((file) => compareFile(manifest, salt, file)) : undefined;
}

/** Cancelled vaults count as not stored. */
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
