import { subDays } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { memories, messages } from "~db/schema";
import { certificateLines, fingerprintOf } from "./certificate";
import { findVault, issueCertificate } from "./certificate.server";

/** To an unverified address in 24 hours. */
const UNVERIFIED_MAILS = 5;

/**
 * Mails the certificate to the owner, who finds it on the vault's page as well. An unverified address may be a
 * stranger's, so it gets few of them. The caller has locked the vault's row and saved its files.
 */
export async function certifySeal(tx: Transaction, user: User, vaultId: string, now: Date): Promise<void> {
  const vault = await findVault(tx, vaultId);
  if (!vault) throw new Error(`Vault ${vaultId} does not exist.`);
  const certificate = await issueCertificate(tx, vault, now);
  if (!(await mailsCertificate(user, now, tx))) return;
  const { manifest } = certificate;
  // The address may be someone else's.
  const name = user.isEmailVerified ? user.name : "";
  const title = user.isEmailVerified ? decryptTitle(vault) : "";
  await writeMessage(
    tx,
    {
      kind: "seal_certificate",
      uniqueKey: mailOf(vaultId),
      to: { name, email: user.email },
      props: {
        name,
        title: title || DISPLAY_TITLE,
        sealedOn: dateIn(user.timeZone, now),
        deliveryDate: manifest.deliveryDate,
        fileCount: manifest.files.length,
        fingerprint: await fingerprintOf(manifest),
        certificate: certificateLines(certificate),
        url: `${env.BASE_URL}/memories/${vaultId}`,
      },
      vaultId,
    },
    now,
  );
}

const mailOf = (vaultId: string) => `seal_certificate:${vaultId}`;

/** Whether the owner of a vault that is sealed now gets its certificate by email. */
export async function mailsCertificate(user: User, now: Date, queryable: Queryable = db): Promise<boolean> {
  return user.isEmailVerified || (await countSealed(queryable, user, now)) < UNVERIFIED_MAILS;
}

export async function wasCertificateMailed(vaultId: string): Promise<boolean> {
  return (await db.$count(messages, eq(messages.uniqueKey, mailOf(vaultId)))) > 0;
}

/** In the last 24 hours, with those that were cancelled since. */
function countSealed(queryable: Queryable, { id }: User, now: Date): Promise<number> {
  return queryable.$count(memories, and(eq(memories.userId, id), gt(memories.sealedAt, subDays(now, 1))));
}
