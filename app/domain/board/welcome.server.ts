import { eq } from "drizzle-orm";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import type { Transaction } from "~/services/db.server";
import { boardWelcomes } from "~db/schema";

type Row = typeof boardWelcomes.$inferSelect;

/** Under a key of its own. An empty text deletes it. */
export async function saveWelcome(tx: Transaction, vaultId: string, text: string): Promise<void> {
  if (text === "") {
    await tx.delete(boardWelcomes).where(eq(boardWelcomes.vaultId, vaultId));
    return;
  }
  const { key, ...wrapped } = createDataKey(placeOf(boardWelcomes.wrappedKey, vaultId));
  const set = { ...wrapped, textEncrypted: encrypt(key, text, placeOf(boardWelcomes.textEncrypted, vaultId)) };
  await tx
    .insert(boardWelcomes)
    .values({ vaultId, ...set })
    .onDuplicateKeyUpdate({ set });
}

export function decryptWelcome({ vaultId, textEncrypted, ...wrapped }: Row): string {
  const key = unwrapDataKey(wrapped, placeOf(boardWelcomes.wrappedKey, vaultId));
  return decrypt(key, textEncrypted, placeOf(boardWelcomes.textEncrypted, vaultId)).toString("utf8");
}
