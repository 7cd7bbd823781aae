import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { MediaKind } from "~/domain/media/media";
import { db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { memories } from "~db/schema";

export type VaultRefusal =
  | "duplicate_title"
  | "vault_limit"
  | "not_found"
  | "not_editable"
  | "no_content"
  | "file_limit";
/** The field of the form that has too many files, and its error message. */
export type FileRefusal = { kind: MediaKind; message: string };
export type VaultResult = { ok: true; id: string } | { ok: false; reason: VaultRefusal; file?: FileRefusal };

/**
 * Runs a transaction that saves a form. A form that is saved twice at once makes two rows with the same form id, of which
 * the database refuses one: that transaction runs again and finds the other's row.
 */
export async function saveForm(work: (tx: Transaction) => Promise<string>): Promise<string> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (!isDuplicate(error, "memories_form")) throw error;
    return inTransaction(work);
  }
}

/** Thrown inside a transaction to roll it back and return a refusal. */
export class Refused extends Error {
  constructor(
    readonly reason: VaultRefusal,
    readonly file?: FileRefusal,
  ) {
    super(reason);
  }
}

/** Returns refusals and duplicates as values; rethrows every other error. A repeated request gets the vault it made. */
export async function toResult(
  user: User,
  idempotencyKey: string | undefined,
  work: () => Promise<string>,
): Promise<VaultResult> {
  try {
    return { ok: true, id: await work() };
  } catch (error) {
    const reason = refusalIn(error);
    if (!reason) throw error;
    const existing = idempotencyKey && (await findByIdempotencyKey(user, idempotencyKey));
    if (existing) return { ok: true, id: existing };
    return { ok: false, reason, ...(error instanceof Refused && error.file && { file: error.file }) };
  }
}

function refusalIn(error: unknown): VaultRefusal | undefined {
  if (error instanceof Refused) return error.reason;
  const isTaken = isDuplicate(error, "memories_idempotency_key") || isDuplicate(error, "memories_waiting_title");
  return isTaken ? "duplicate_title" : undefined;
}

async function findByIdempotencyKey(user: User, idempotencyKey: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, user.id), eq(memories.idempotencyKey, idempotencyKey)));
  return row?.id;
}
