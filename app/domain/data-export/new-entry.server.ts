import { crc32 } from "node:zlib";
import type { KeepsakeParts } from "~/domain/keepsake/keepsake.server";
import { createDataKey, encrypt, placeOf } from "~/services/cipher.server";
import { createId } from "~/services/id.server";
import { dataExportEntries } from "~db/schema";
import type { ExportSource } from "~db/schema/states";
import type { ExportedReply } from "./replies.server";

export type NewEntry = Omit<typeof dataExportEntries.$inferInsert, "exportId" | "position">;

/** A vault with a folder of its own. `isReadable`: the folder has a page. */
export type Exported = {
  folder: string;
  title: string;
  about: string;
  isReadable: boolean;
  id: string;
  entries: NewEntry[];
};

/** A folder's files; `described` is its JSON. Texts that are `unreadable` are named there, and in `MISSING.txt`. */
export function folderEntries(
  folder: string,
  described: { name: string; content: object },
  { pages, files }: KeepsakeParts,
  replies: ExportedReply[],
  unreadable: string[],
): NewEntry[] {
  const within = (path: string) => `${folder}/${path}`;
  return [
    page(within(described.name), toJson({ ...described.content, ...(unreadable.length > 0 && { unreadable }) })),
    ...pages.map(({ path, content }) => page(within(path), content)),
    ...files.map(({ id, path, bytes, isGuests, isCopy }) =>
      isCopy ? file("copy", id, within(path), 0) : file(isGuests ? "post" : "media", id, within(path), bytes),
    ),
    ...replies.flatMap((reply) => reply.files.map(({ id, path, bytes }) => file("reply", id, within(path), bytes))),
    ...unreadable.map((text) => ({ ...page(`${folder}: ${text}`, ""), isMissing: true })),
  ];
}

/** The end of what the first page says about a folder. */
export const unreadableNote = (unreadable: string[]) =>
  unreadable.length > 0 ? ". Part of it could not be read: MISSING.txt says which" : "";

export const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** An entry with its content, encrypted under its own key. */
export function page(path: string, content: string): NewEntry {
  const id = createId();
  const { key, wrappedKey, masterKeyId } = createDataKey(placeOf(dataExportEntries.wrappedKey, id));
  const plain = Buffer.from(content);
  return {
    id,
    path,
    source: "page",
    bytes: plain.length,
    checksum: crc32(plain),
    contentEncrypted: encrypt(key, plain, placeOf(dataExportEntries.contentEncrypted, id)),
    wrappedKey,
    masterKeyId,
  };
}

/** The checksum is added when the file is read, and so is the length of a copy. */
function file(source: Exclude<ExportSource, "page">, sourceId: string, path: string, bytes: number): NewEntry {
  const none = Buffer.alloc(0);
  return {
    id: createId(),
    path,
    source,
    sourceId,
    bytes,
    checksum: null,
    contentEncrypted: none,
    wrappedKey: none,
    masterKeyId: 0,
  };
}
