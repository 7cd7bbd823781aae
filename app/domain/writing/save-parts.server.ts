import { asc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { inviteToNewBoard } from "~/domain/board/invitation.server";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import { indexVault, ownerOfSent } from "~/domain/vault/search-terms.server";
import type { BoardRecipient } from "~/domain/vault/vault";
import type { Transaction } from "~/services/db.server";
import { recipients } from "~db/schema";
import {
  addressColumns,
  contentColumns,
  type FormFiles,
  instantOf,
  type typeColumns,
  type VaultInput,
} from "./vault-columns.server";
import { Refused } from "./vault-result.server";

/** What is in the row of a vault that waits for its day, whether it is new or was a draft. */
export function scheduledColumns(
  user: User,
  columns: ReturnType<typeof typeColumns> & { idempotencyKey: string },
  input: VaultInput,
) {
  return { ...columns, ...contentColumns(user, input), ...addressColumns(user, columns.type, input) };
}

/** Writes what belongs to a vault that was just scheduled; `formId` is that of the form it was written in. */
export async function completeSchedule(
  tx: Transaction,
  user: User,
  { id, formId, isMemoryBoard }: { id: string; formId: string; isMemoryBoard: boolean },
  input: VaultInput,
  now: Date,
): Promise<void> {
  await saveParts(tx, id, input, now);
  await indexSent(tx, user, id, input);
  if (isMemoryBoard) await inviteToNewBoard(tx, id, formId, now);
}

/** What its owner can search for in a vault: the words of its title, its recipient and its message. */
export function indexSent(tx: Transaction, user: User, vaultId: string, input: VaultInput): Promise<void> {
  return indexVault(tx, {
    vaultId,
    owner: ownerOfSent(user.id),
    deliveryAt: instantOf(input),
    heading: `${input.title} ${input.recipientName ?? ""} ${input.recipientEmail ?? ""}`,
    message: input.message,
  });
}

/**
 * Writes what belongs to a vault besides its row, in the transaction that saves it: the people of a board and the files
 * of the form. Files over the limit are refused, and so is a vault that would hold neither a file nor a word.
 * Answers whether anything is other than before.
 */
export async function saveParts(tx: Transaction, vaultId: string, input: VaultInput, now: Date): Promise<boolean> {
  const hasOtherPeople = input.boardRecipients ? await saveRecipients(tx, vaultId, input.boardRecipients) : false;
  if (!input.files) return hasOtherPeople;
  const { count, isChanged } = await saveFiles(tx, vaultId, input.files, now);
  if (count === 0 && input.message.trim() === "") throw new Refused("no_content");
  return hasOtherPeople || isChanged;
}

/** The people of a board, in the place of those who were listed before. Answers whether they are others. */
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

/** Makes the files of a form the vault's, and answers how many it has then and whether that changed anything. */
export async function saveFiles(tx: Transaction, vaultId: string, files: FormFiles, now: Date) {
  const attached = await attachUploads(tx, { ...files, vaultId }, now);
  if (!attached.ok) throw new Refused("file_limit", { kind: attached.kind, message: attached.message });
  return attached;
}
