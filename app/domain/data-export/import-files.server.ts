import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { setAltTexts } from "~/domain/media/alt-texts.server";
import { receiveUpload } from "~/domain/media/receive-upload.server";
import { listUploads, removeUploads } from "~/domain/media/uploads.server";
import type { ImportedMemory } from "./import-memory.server";

/** By the path in the archive. `lost`: missing there, damaged or not accepted here. */
export type ImportedFiles = { lost: string[] };

/** Stores the files of a memory as uploads of its form, inspected as any other. Replaces those of an interrupted import. */
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
    const content = hashing(await archive.open(whole), meter);
    const received = await receiveUpload(owner, { formId, type: memory.type, kind, fileName, bytes }, content);
    if (received.ok && meter.digest("hex") === sha256) {
      descriptions[received.file.id] = description;
      continue;
    }
    if (received.ok) await removeUploads(owner, [received.file.id]);
    lost.push(whole);
  }
  await setAltTexts(owner, formId, descriptions);
  return { lost };
}

async function* hashing(content: Readable, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}
