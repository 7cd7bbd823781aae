import { and, eq, gt, is, or, sql } from "drizzle-orm";
import { getTableConfig, MySqlTable } from "drizzle-orm/mysql-core";
import { inTransaction, type Transaction } from "~/services/db.server";
import { isMasterKeyOfMedia } from "~/services/media-store.server";
import * as schema from "~db/schema";

export type Retired = { ok: true } | { ok: false; reason: "unknown" | "newest" | "needed"; where: string[] };

const tables: MySqlTable[] = Object.values(schema).flatMap((value) => (is(value, MySqlTable) ? [value] : []));

/**
 * Lets web and worker start without a master key. Refuses while a row of this database or a file of this media folder
 * needs it; `where` names the tables.
 */
export async function retireMasterKey(keyId: number): Promise<Retired> {
  const { masterKeys } = schema;
  // Reads a part of every file, which takes longer than a connection may be silent.
  const isNeededByFiles = await isMasterKeyOfMedia(keyId);
  return inTransaction(async (tx) => {
    const keys = await tx.select().from(masterKeys).for("update");
    if (!keys.some((key) => key.keyId === keyId)) return { ok: false, reason: "unknown", where: [] };
    if (!keys.some((key) => key.keyId > keyId)) return { ok: false, reason: "newest", where: [] };
    const where = await tablesWith(tx, keyId);
    if (isNeededByFiles) where.push("media files");
    if (where.length > 0) return { ok: false, reason: "needed", where };
    await tx.delete(masterKeys).where(eq(masterKeys.keyId, keyId));
    return { ok: true };
  });
}

/** Rows whose ciphertexts were emptied, such as sent mails, need no key. */
async function tablesWith(tx: Transaction, keyId: number): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    const key = columns.find((column) => column.name === "master_key_id");
    if (!key) continue;
    const sealed = columns.filter((column) => column.name.endsWith("_encrypted"));
    const isSealed = or(...sealed.map((column) => gt(sql`LENGTH(${column})`, 0)));
    const [row] = await tx
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(key, keyId), isSealed))
      .limit(1);
    if (row) found.push(name);
  }
  return found;
}
