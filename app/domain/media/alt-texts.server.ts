import { and, type Column, inArray, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "~/services/db.server";
import { media, uploads } from "~db/schema";
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
  await tx
    .update(media)
    .set({ altText: altTextBy(media.id, described) })
    .where(inArray(media.id, ids));
  return true;
}

function altTextBy(id: Column, described: Described[]): SQL {
  const cases = described.map((file) => sql`when ${file.id} then ${file.altText}`);
  return sql`case ${id} ${sql.join(cases, sql` `)} end`;
}

/** Unknown ids are ignored. */
export async function setAltTexts(owner: string, formId: string, altTexts: Record<string, string>): Promise<void> {
  if (Object.keys(altTexts).length === 0) return;
  const described = changedAltTexts(await listUploads(owner, formId), altTexts);
  if (described.length === 0) return;
  const ids = described.map(({ id }) => id);
  const altText = altTextBy(uploads.id, described);
  await db
    .update(uploads)
    .set({ altText })
    .where(and(inForm(owner, formId), inArray(uploads.id, ids)));
}
