import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { MediaKind } from "~/domain/media/media";
import { db, isDuplicate } from "~/services/db.server";
import { memories } from "~db/schema";

export type VaultRefusal =
  | "duplicate_title"
  | "vault_limit"
  | "not_found"
  | "not_editable"
  | "no_content"
  | "file_limit";
/** Which field of the form has too many files, and the sentence for it. */
export type FileRefusal = { kind: MediaKind; message: string };
export type VaultResult = { ok: true; id: string } | { ok: false; reason: VaultRefusal; file?: FileRefusal };

/** Thrown inside a transaction to roll it back and answer with a refusal. */
export class Refused extends Error {
  constructor(
    readonly reason: VaultRefusal,
    readonly file?: FileRefusal,
  ) {
    super(reason);
  }
}

/** Turns refusals and broken uniqueness into values; everything else is a fault and is thrown on. */
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
  const isRepeat = isDuplicate(error, "memories_idempotency_key") || isDuplicate(error, "memories_waiting_title");
  return isRepeat ? "duplicate_title" : undefined;
}

async function findByIdempotencyKey(user: User, idempotencyKey: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, user.id), eq(memories.idempotencyKey, idempotencyKey)));
  return row?.id;
}
