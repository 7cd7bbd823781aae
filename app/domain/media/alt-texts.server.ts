import { and, inArray, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "~/services/db.server";
import { media, uploads } from "~db/schema";
import { encryptAltText, withAltText } from "./alt-text.server";
import { cleanAltText } from "./media";
import { inForm, listUploads } from "./uploads.server";

type Described = { id: string; altText: string };

/** The files whose alternative text changes, with the new one. `altTexts` is by file id. */
export function changedAltTexts(files: Described[], altTexts: Record<string, string>): Described[] {
  return files.flatMap(({ id, altText: before }) => {
    const given = altTexts[id];
    const altText = given === undefined ? before : cleanAltText(given);
    return altText === before ? [] : [{ id, altText }];
  });
}

/** For files of a vault, which the caller has locked. Returns whether a text changed. */
export async function describeMedia(
  tx: Transaction,
  files: Described[],
  altTexts: Record<string, string>,
): Promise<boolean> {
  const described = changedAltTexts(files, altTexts);
  if (described.length === 0) return false;
  const ids = described.map(({ id }) => id);
  await tx.update(media).set(encryptedBy(media, described)).where(inArray(media.id, ids));
  return true;
}

function encryptedBy(table: typeof media | typeof uploads, described: Described[]) {
  const rows = described.map(({ id, altText }) => ({ id, ...encryptAltText(table, id, altText) }));
  const byId = (column: "wrappedKey" | "masterKeyId" | "altTextEncrypted"): SQL => {
    const cases = rows.map((row) => sql`when ${row.id} then ${row[column]}`);
    return sql`case ${table.id} ${sql.join(cases, sql` `)} end`;
  };
  return {
    wrappedKey: byId("wrappedKey"),
    masterKeyId: byId("masterKeyId"),
    altTextEncrypted: byId("altTextEncrypted"),
  };
}

/** Unknown ids are ignored. */
export async function setAltTexts(owner: string, formId: string, altTexts: Record<string, string>): Promise<void> {
  if (Object.keys(altTexts).length === 0) return;
  const files = (await listUploads(owner, formId)).map((upload) => withAltText(uploads, upload));
  const described = changedAltTexts(files, altTexts);
  if (described.length === 0) return;
  const ids = described.map(({ id }) => id);
  await db
    .update(uploads)
    .set(encryptedBy(uploads, described))
    .where(and(inForm(owner, formId), inArray(uploads.id, ids)));
}
