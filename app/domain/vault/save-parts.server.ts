import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import type { Transaction } from "~/services/db.server";
import { recipients } from "~db/schema";
import { indexVault, ownerOfSent } from "./search-terms.server";
import type { BoardRecipient } from "./vault";
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
  columns: ReturnType<typeof typeColumns> & { submissionId: string },
  input: VaultInput,
) {
  return { ...columns, ...contentColumns(user, input), ...addressColumns(user, columns.type, input) };
}

/** Writes what belongs to a vault that was just scheduled. */
export async function completeSchedule(
  tx: Transaction,
  user: User,
  id: string,
  input: VaultInput,
  now: Date,
): Promise<void> {
  await saveParts(tx, id, input, now);
  await indexSent(tx, user, id, input);
}

/** What its owner can search for in a vault: the words of its title, its recipient and its message. */
export function indexSent(tx: Transaction, user: User, memoryId: string, input: VaultInput): Promise<void> {
  return indexVault(tx, {
    memoryId,
    owner: ownerOfSent(user.id),
    deliveryAt: instantOf(input),
    heading: `${input.title} ${input.recipientName ?? ""} ${input.recipientEmail ?? ""}`,
    message: input.message,
  });
}

/**
 * Writes what belongs to a vault besides its row, in the transaction that saves it: the people of a board and the files
 * of the form. Files over the limit are refused, and so is a vault that would hold neither a file nor a word.
 */
export async function saveParts(tx: Transaction, memoryId: string, input: VaultInput, now: Date): Promise<void> {
  if (input.boardRecipients) await saveRecipients(tx, memoryId, input.boardRecipients);
  if (!input.files) return;
  const count = await saveFiles(tx, memoryId, input.files, now);
  if (count === 0 && input.message.trim() === "") throw new Refused("no_content");
}

/** The people of a board, in the place of those who were listed before. */
export async function saveRecipients(tx: Transaction, memoryId: string, people: BoardRecipient[]): Promise<void> {
  await tx.delete(recipients).where(eq(recipients.memoryId, memoryId));
  if (people.length === 0) return;
  await tx.insert(recipients).values(people.map((person, position) => ({ memoryId, position, ...person })));
}

/** Makes the files of a form the vault's, and answers how many it has then. */
export async function saveFiles(tx: Transaction, memoryId: string, files: FormFiles, now: Date): Promise<number> {
  const attached = await attachUploads(tx, { ...files, memoryId }, now);
  if (!attached.ok) throw new Refused("file_limit", { kind: attached.kind, message: attached.message });
  return attached.count;
}
