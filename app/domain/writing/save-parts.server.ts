import { asc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfSent } from "~/domain/account/list-owner.server";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import { headingOf, indexVault } from "~/domain/vault/search-terms.server";
import type { BoardRecipient } from "~/domain/vault/vault";
import type { Transaction } from "~/services/db.server";
import { recipients } from "~db/schema";
import { type FormFiles, instantOf, type VaultInput } from "./vault-columns.server";
import { VaultRefusedError } from "./vault-result.server";

export function indexSent(tx: Transaction, user: User, vaultId: string, input: VaultInput): Promise<void> {
  const { title, recipientName = "", recipientEmail = "", boardRecipients = [] } = input;
  const people = [{ name: recipientName, email: recipientEmail }, ...boardRecipients];
  return indexVault(tx, {
    vaultId,
    owner: ownerOfSent(user.id),
    deliveryAt: instantOf(input),
    heading: headingOf(title, people),
    message: input.message,
  });
}

/** Runs in the transaction of the vault's row. Refuses too many files, and a vault with neither files nor a message. */
export async function saveParts(tx: Transaction, vaultId: string, input: VaultInput, now: Date): Promise<boolean> {
  const havePeopleChanged = input.boardRecipients ? await saveRecipients(tx, vaultId, input.boardRecipients) : false;
  if (!input.files) return havePeopleChanged;
  const { count, isChanged } = await saveFiles(tx, vaultId, input.files, now);
  if (count === 0 && input.message.trim() === "") throw new VaultRefusedError("no_content");
  return havePeopleChanged || isChanged;
}

/** Returns whether the recipients changed. */
export async function saveRecipients(tx: Transaction, vaultId: string, people: BoardRecipient[]): Promise<boolean> {
  const listed = await tx
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
  const written = people.map(({ name, email }) => ({ name, email }));
  if (JSON.stringify(listed) === JSON.stringify(written)) return false;
  await tx.delete(recipients).where(eq(recipients.vaultId, vaultId));
  if (people.length === 0) return true;
  await tx.insert(recipients).values(people.map((person, position) => ({ vaultId, position, ...person })));
  return true;
}

export async function saveFiles(tx: Transaction, vaultId: string, files: FormFiles, now: Date) {
  const attached = await attachUploads(tx, { ...files, vaultId }, now);
  if (attached.ok) return attached;
  const { kind, message } = attached;
  throw new VaultRefusedError(kind ? "file_limit" : "file_gone", { file: { kind, message } });
}
