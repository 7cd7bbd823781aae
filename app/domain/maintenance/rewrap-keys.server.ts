import { and, asc, eq, gt, is, ne, sql } from "drizzle-orm";
import { getTableConfig, MySqlTable } from "drizzle-orm/mysql-core";
import { eachStoredFile } from "~/domain/media/stored-files.server";
import {
  CiphertextDamaged,
  newestMasterKeyId,
  placeOf,
  rewrapDataKey,
  type WrappedKey,
} from "~/services/cipher.server";
import { changedRows, db } from "~/services/db.server";
import { MediaDamaged, rewrapMedia } from "~/services/media-store.server";
import * as schema from "~db/schema";

const BATCH = 500;

/** Numbers of what was rewrapped. `failed` names rows and files that are damaged. */
export type RewrappedKeys = { rows: number; files: number; failed: string[] };

/** Tables whose rows have a data key. Each ciphertext is bound to the primary key of its row. */
const tables = Object.values(schema).flatMap((value) => {
  if (!is(value, MySqlTable)) return [];
  const { name, columns } = getTableConfig(value);
  const [id, wrappedKey, masterKeyId] = [
    columns.find(({ primary }) => primary),
    columns.find((column) => column.name === "wrapped_key"),
    columns.find((column) => column.name === "master_key_id"),
  ];
  return id && wrappedKey && masterKeyId ? [{ table: value, name, id, wrappedKey, masterKeyId }] : [];
});

/**
 * Wraps every data key with the newest master key, so that older ones can be retired; what the keys encrypt stays as it
 * is. Yields the sum after each batch. May be interrupted and repeated, also while people write. Every process must
 * have the newest key first.
 */
export async function* rewrapKeys(): AsyncGenerator<RewrappedKeys> {
  const sum: RewrappedKeys = { rows: 0, files: 0, failed: [] };
  for (const table of tables) {
    for (let after: string | undefined = ""; after !== undefined; yield sum)
      after = await rewrapRows(table, after, sum);
  }
  const batches = eachStoredFile(async (key) => {
    try {
      if (await rewrapMedia(key)) sum.files += 1;
    } catch (error) {
      if (!(error instanceof MediaDamaged)) throw error;
      sum.failed.push(`media file ${key}`);
    }
  });
  for await (const _ of batches) yield sum;
}

type Table = (typeof tables)[number];
type Row = WrappedKey & { id: string };

/** Returns the last id of a full batch. */
async function rewrapRows(table: Table, after: string, sum: RewrappedKeys): Promise<string | undefined> {
  const { id, wrappedKey, masterKeyId } = table;
  // A cancelled vault has lost its key.
  const hasOldKey = and(ne(masterKeyId, newestMasterKeyId), gt(sql`LENGTH(${wrappedKey})`, 0));
  const rows = (await db
    .select({ id, wrappedKey, masterKeyId })
    .from(table.table)
    .where(and(gt(id, after), hasOldKey))
    .orderBy(asc(id))
    .limit(BATCH)) as Row[];
  for (const row of rows) {
    try {
      if (await rewrapRow(table, row)) sum.rows += 1;
    } catch (error) {
      if (!(error instanceof CiphertextDamaged)) throw error;
      sum.failed.push(`${table.name} ${row.id}`);
    }
  }
  return rows.length < BATCH ? undefined : rows.at(-1)?.id;
}

/** Returns false if the row was saved in the meantime, which gives it a new data key. */
async function rewrapRow({ table, id, wrappedKey, masterKeyId }: Table, row: Row): Promise<boolean> {
  const rewrapped = rewrapDataKey(row, placeOf(wrappedKey, row.id));
  const isSame = and(eq(id, row.id), eq(wrappedKey, row.wrappedKey), eq(masterKeyId, row.masterKeyId));
  return changedRows(await db.update(table).set(rewrapped).where(isSame)) > 0;
}
