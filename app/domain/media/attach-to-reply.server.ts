import { eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { replyMedia } from "~db/schema";
import { forgetUploads, mediaRow, readyUploads } from "./attach-uploads.server";
import { mediaLimits, overLimits } from "./media";
import { uploadRefusal } from "./refusals";

export type ReplyAttachment = {
  owner: string;
  formId: string;
  replyId: string;
  altTexts?: Record<string, string>;
};

/**
 * Attaches a form's ready uploads to a reply, in the caller's transaction. Skips files that the reply already has, and
 * changes nothing if they would exceed a limit.
 */
export async function attachToReply(
  tx: Transaction,
  { owner, formId, replyId, altTexts = {} }: ReplyAttachment,
  now: Date,
): Promise<{ ok: true } | { ok: false; kind: string; message: string }> {
  const saved = await tx
    .select({ kind: replyMedia.kind, bytes: replyMedia.bytes, sha256: replyMedia.sha256 })
    .from(replyMedia)
    .where(eq(replyMedia.replyId, replyId));
  const uploads = await readyUploads(tx, owner, formId);
  const ready = uploads.filter(
    ({ sha256 }, index) => ![...saved, ...uploads.slice(0, index)].some((one) => one.sha256 === sha256),
  );
  const over = overLimits("reply", [...saved, ...ready]);
  if (over) {
    const message = uploadRefusal(over.reason, { kind: over.kind, limits: mediaLimits("reply") });
    return { ok: false, kind: over.kind, message };
  }
  if (ready.length === 0) return { ok: true };
  const rows = ready.map((upload, index) => ({
    ...mediaRow(upload, { replyId }, altTexts),
    replyId,
    position: saved.length + index,
    createdAt: now,
  }));
  await tx.insert(replyMedia).values(rows);
  await forgetUploads(tx, ready);
  return { ok: true };
}
