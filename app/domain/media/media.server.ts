import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";

export type NewMedia = {
  kind: "photo" | "video" | "audio";
  contentType: string;
  fileName: string;
  altText?: string;
  content: Buffer;
  width?: number;
  height?: number;
};

/** Keeps a file with a vault: first in the store, then on record, so that no row points at nothing. */
export async function addMedia(memoryId: string, position: number, file: NewMedia, now = clock.now()): Promise<string> {
  const id = createId();
  const storageKey = `${memoryId}/${id}`;
  await putMedia(storageKey, file.content);
  await db.insert(media).values({
    id,
    memoryId,
    position,
    kind: file.kind,
    storageKey,
    contentType: file.contentType,
    fileName: file.fileName,
    altText: file.altText ?? "",
    bytes: file.content.length,
    sha256: createHash("sha256").update(file.content).digest("hex"),
    width: file.width ?? null,
    height: file.height ?? null,
    createdAt: now,
  });
  return id;
}

export type StoredMedia = {
  memoryId: string;
  storageKey: string;
  contentType: string;
  fileName: string;
  bytes: number;
  sha256: string;
};

/** Where a file lies. The caller asks `viewVault` whether the viewer may have it. */
export async function findMedia(id: string): Promise<StoredMedia | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, id));
  return row;
}
