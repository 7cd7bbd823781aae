import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { setAltTexts } from "~/domain/media/alt-texts.server";
import { receiveUpload } from "~/domain/media/receive-upload.server";
import { listUploads, type RefusedUpload, removeUploads } from "~/domain/media/uploads.server";
import type { ImportedMemory } from "./import-memory.server";

/** Refusals of files that may be taken another time. */
const MAY_FIT_LATER: RefusedUpload["reason"][] = ["broke_off", "no_store", "busy", "disk_full", "too_much_waiting"];

/** By the path in the archive. `lost`: missing there, damaged or not accepted here. */
export type ImportedFiles = { lost: string[] };

/**
 * Stores the files of a memory as uploads of its form, inspected as any other. Replaces those of an interrupted import.
 */
export async function importFiles(
  { archive, folder, memory }: ImportedMemory,
  { owner, formId }: { owner: string; formId: string },
): Promise<ImportedFiles> {
  const before = await listUploads(owner, formId);
  await removeUploads(
    owner,
    before.map(({ id }) => id),
  );
  const lost: string[] = [];
  const descriptions: Record<string, string> = {};
  for (const { path, kind, fileName, bytes, sha256, description } of memory.files) {
    const whole = `${folder}/${path}`;
    if (!archive.has(whole)) {
      lost.push(whole);
      continue;
    }
    const meter = createHash("sha256");
    const content = new ArchivedFile(() => archive.open(whole), meter);
    const upload = { formId, type: memory.type, kind, fileName, bytes };
    const received = await receiveUpload(owner, upload, content).catch((error: unknown) => {
      if (!content.isDamaged) throw error;
    });
    if (received?.ok && meter.digest("hex") === sha256) {
      descriptions[received.file.id] = description;
      continue;
    }
    if (received && !received.ok && MAY_FIT_LATER.includes(received.reason)) throw new Error(received.message);
    if (received?.ok) await removeUploads(owner, [received.file.id]);
    lost.push(whole);
  }
  await setAltTexts(owner, formId, descriptions);
  return { lost };
}

class ArchivedFile implements AsyncIterable<Uint8Array> {
  isDamaged = false;

  constructor(
    private readonly open: () => Promise<Readable>,
    private readonly hash: Hash,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of await this.open()) {
        this.hash.update(piece);
        yield piece;
      }
    } catch (error) {
      this.isDamaged = true;
      throw error;
    }
  }
}
