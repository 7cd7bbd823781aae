import { getTableName, is } from "drizzle-orm";
import { getTableConfig, type MySqlColumn, MySqlTable } from "drizzle-orm/mysql-core";
import { recordOpening } from "~/domain/access/opening.server";
import { beginSetUp } from "~/domain/account/authenticator.server";
import { startCheckout } from "~/domain/billing/start-checkout.server";
import { addPosts } from "~/domain/board/posts.server";
import { saveWelcome } from "~/domain/board/welcome.server";
import { appendToConversation } from "~/domain/help/conversation.server";
import { rotateSigningKey } from "~/domain/seal/signing-keys.server";
import { saveVisitorDraft } from "~/domain/visitor-draft/visitor-draft.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { decrypt, placeOf, unwrapDataKey, type WrappedKey } from "~/services/cipher.server";
import { db, inTransaction } from "~/services/db.server";
import * as schema from "~db/schema";
import { createBoard, join, postInput, postNote } from "./board";
import { prepareExport } from "./data-export";
import { changeLetter, createDraft, createDueLetter, createLetter, DUE_AT, storedVault } from "./letter";
import { sendReply } from "./reply";
import { createUploadedPhoto } from "./upload";
import { createUser } from "./user";
import { visitorDraft } from "./visitor-draft";

type Row = WrappedKey & Record<string, unknown>;
export type SealedField = {
  name: string;
  sealed: Buffer;
  key: WrappedKey;
  open: (sealed: Buffer, key: WrappedKey) => Buffer;
};

const tables: MySqlTable[] = Object.values(schema).flatMap((value) => (is(value, MySqlTable) ? [value] : []));
const columnsOf = (table: MySqlTable) => getTableConfig(table).columns;
export const sealedColumns = tables.flatMap(columnsOf).filter(({ name }) => name.endsWith("_encrypted"));

/** Every ciphertext of the database, with the row that has its key. */
export async function sealedFields(): Promise<SealedField[]> {
  const fields: SealedField[] = [];
  for (const column of sealedColumns) {
    const table = column.table as MySqlTable;
    const ownKey = columnsOf(table).find(({ name }) => name === "wrapped_key");
    const keyColumn: MySqlColumn = ownKey ?? schema.memories.wrappedKey;
    for (const row of (await db.select().from(table)) as Row[]) {
      const sealed = row[propertyOf(column)] as Buffer | null;
      // The outbox empties what it has sent, and some texts may be missing.
      if (!sealed?.length) continue;
      const id = String(row.id ?? row.checkoutId ?? row.vaultId ?? row.tokenHash);
      const { wrappedKey, masterKeyId } = ownKey ? row : await storedVault(id);
      const open = (text: Buffer, key: WrappedKey) =>
        decrypt(unwrapDataKey(key, placeOf(keyColumn, id)), text, placeOf(column, id));
      fields.push({ name: `${nameOf(column)} of ${id}`, sealed, key: { wrappedKey, masterKeyId }, open });
    }
  }
  return fields;
}

export const nameOf = (column: MySqlColumn) => `${getTableName(column.table)}.${column.name}`;

const propertyOf = ({ name }: MySqlColumn) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const DESCRIBED = { altText: "The sea" };

/** At least two rows with each encrypted column. */
export async function fillEveryTable(): Promise<void> {
  const ada = await createUser({ vaultLimit: 20 });
  for (const _ of [1, 2]) {
    await beginSetUp((await createUser()).user.id);
    await sealVault(ada.user, await createLetter(ada.user));
    await createUploadedPhoto(DESCRIBED);
    const { upload, ...photo } = await createUploadedPhoto(DESCRIBED);
    const original = await createLetter(ada.user, { formId: photo.formId, files: photo });
    const copied = { originalId: original, mediaIds: [upload.id], altTexts: { [upload.id]: "The dune" } };
    await createDraft(ada.user, { copies: copied });
    const gift = { recipientName: "Leo", recipientEmail: "leo@example.org", note: "Write to Mia." };
    await startCheckout(ada.user, { planId: "plus", gift });
    await changeLetter(ada.user, await createLetter(ada.user), { message: "Dear Mia, one thing more." });
    const board = await createBoard();
    const ben = await join(board.code, "Ben");
    await postNote(ben, "Happy birthday!");
    const { owner, formId } = await createUploadedPhoto(DESCRIBED);
    await addPosts(ben, postInput("The boat", { formId, files: { owner, altTexts: {} } }));
    await inTransaction((tx) => saveWelcome(tx, board.id, "Welcome."));
    await prepareExport(board.user, DUE_AT);
    const { delivery } = await createDueLetter(ada.user);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const { upload: _, ...attached } = await createUploadedPhoto(DESCRIBED);
    await sendReply(delivery, attached);
    await saveVisitorDraft(visitorDraft(), []);
    await appendToConversation(undefined, [{ role: "user", content: "What is a seal?", pages: [] }]);
    await rotateSigningKey();
  }
}
