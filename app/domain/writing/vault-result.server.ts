import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { MediaKind } from "~/domain/media/media";
import { db, inTransaction, isDuplicate, type Queryable, type Transaction } from "~/services/db.server";
import { memories } from "~db/schema";

export type VaultRefusal =
  | "duplicate_title"
  | "vault_limit"
  | "not_found"
  | "not_editable"
  | "changed_elsewhere"
  | "no_content"
  | "file_limit"
  | "file_gone";
/** `kind` is the field that has too many files. */
export type FileRefusal = { kind: MediaKind | undefined; message: string };
/** With this `version` the form can be sent again to replace what was changed elsewhere. */
type RefusalDetails = { file?: FileRefusal; version?: string };
export type VaultResult = { ok: true; id: string } | ({ ok: false; reason: VaultRefusal } & RefusalDetails);

/** Saves what belongs to a vault in its transaction. */
export type SaveWith = (tx: Transaction, vaultId: string) => Promise<void>;

/** Repeats the transaction when a form is saved twice at once: the database refuses one of the two rows. */
export async function saveForm(work: (tx: Transaction) => Promise<string>): Promise<string> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (!isDuplicate(error, "memories_form")) throw error;
    return inTransaction(work);
  }
}

/** Rolls the transaction back and returns a refusal. */
export class VaultRefusedError extends Error {
  constructor(
    readonly reason: VaultRefusal,
    readonly details: RefusalDetails = {},
  ) {
    super(reason);
  }
}

/** Returns refusals and duplicates as values. A repeated request gets the same vault. */
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
    const existing = idempotencyKey && (await findByIdempotencyKey(db, user, idempotencyKey));
    if (existing) return { ok: true, id: existing };
    return { ok: false, reason, ...(error instanceof VaultRefusedError && error.details) };
  }
}

function refusalIn(error: unknown): VaultRefusal | undefined {
  if (error instanceof VaultRefusedError) return error.reason;
  const isTaken = isDuplicate(error, "memories_idempotency_key") || isDuplicate(error, "memories_waiting_title");
  return isTaken ? "duplicate_title" : undefined;
}

export async function findByIdempotencyKey(
  queryable: Queryable,
  user: User,
  idempotencyKey: string,
): Promise<string | undefined> {
  const [row] = await queryable
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, user.id), eq(memories.idempotencyKey, idempotencyKey)));
  return row?.id;
}
