import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import {
  PartOutOfOrder,
  PartSuperseded,
  PartTooLong,
  receivedBytes as receivedInStore,
  receivePart,
} from "~/services/media-store.server";
import { uploads } from "~db/schema";
import { forgetFile } from "./discarded-files.server";
import type { Upload } from "./uploads.server";

export type ReceivedPart =
  | { ok: true; receivedBytes: number }
  | { ok: false; reason: "gap" | "too_long"; receivedBytes: number };

/**
 * Keeps the received bytes of a part that breaks off. Refuses a part that leaves a gap, or that another request is
 * sending, with the position to continue from.
 * @throws what `content` throws
 */
export async function receiveUploadPart(
  upload: Upload,
  start: number,
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedPart> {
  const { id, storageKey, kind, bytes: total } = upload;
  if (upload.state === "ready") return { ok: true, receivedBytes: total };
  let receivedBytes: number | undefined;
  try {
    ({ receivedBytes } = await receivePart(storageKey, { kind, start, total, source: content }));
    return { ok: true, receivedBytes };
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    receivedBytes = await receivedInStore(storageKey, kind);
    return { ok: false, reason, receivedBytes };
  } finally {
    receivedBytes ??= await receivedInStore(storageKey, kind);
    const updated = await db.update(uploads).set({ receivedBytes, updatedAt: clock.now() }).where(eq(uploads.id, id));
    if (changedRows(updated) === 0) await forgetFile(upload);
  }
}

function reasonOf(error: unknown): "gap" | "too_long" | undefined {
  if (error instanceof PartTooLong) return "too_long";
  return error instanceof PartOutOfOrder || error instanceof PartSuperseded ? "gap" : undefined;
}
