import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { encryptAltText } from "~/domain/media/alt-text.server";
import type { MediaKind } from "~/domain/media/media";
import { storageProof } from "~/domain/media/storage-proof.server";
import { db } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { uploads } from "~db/schema";

type Overrides = Partial<typeof uploads.$inferInsert> & { kind?: MediaKind; altText?: string; content?: Buffer };

/** Creates an upload that was received and accepted, with its content in the store. */
export async function createUpload(owner: string, formId: string, overrides: Overrides = {}) {
  const { content = Buffer.from(`content ${createId()}`), altText = "", ...columns } = overrides;
  const id = columns.id ?? createId();
  const storageKey = columns.storageKey ?? `${id.slice(-2)}/${createId()}`;
  const at = new Date();
  const upload = {
    id,
    owner,
    formId,
    position: 0,
    state: "ready",
    kind: "photo",
    fileName: "mia.jpg",
    ...encryptAltText(uploads, id, altText),
    storageKey,
    storageProof: storageProof({ id, formId, storageKey }),
    bytes: content.length,
    receivedBytes: content.length,
    contentType: "image/jpeg",
    sha256: createHash("sha256").update(content).digest("hex"),
    width: 4032,
    height: 3024,
    colour: "#807060",
    createdAt: at,
    updatedAt: at,
    ...columns,
  } satisfies typeof uploads.$inferInsert;
  await putMedia(upload.storageKey, content, { kind: upload.kind, contentType: upload.contentType ?? "" });
  await db.insert(uploads).values(upload);
  return upload;
}

/** A photo in a form of its own. */
export async function createUploadedPhoto(overrides: Overrides = {}) {
  const [owner, formId] = [createHash("sha256").update(createId()).digest("hex"), createId()];
  const upload = await createUpload(owner, formId, overrides);
  return { owner, formId, upload };
}
