import type { StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

const MAX_TAGS = 8;
const ID3_HEADER = 10;
const ID3_V1_BYTES = 128;
const APE_FOOTER = 32;

/** The tags before and after the frames of an MP3 or AAC stream become padding. */
export async function soundPatches(file: StoredFile): Promise<Patch[]> {
  return [...(await tagsBefore(file)), ...(await tagsAfter(file))];
}

/** Zeros after the header of an ID3 tag are padding (ID3v2.4, section 3.3). Lengths have seven bits a byte. */
async function tagsBefore(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let at = 0, count = 0; count < MAX_TAGS; count += 1) {
    const header = await file.read(at, ID3_HEADER);
    if (header.length < ID3_HEADER || header.toString("latin1", 0, 3) !== "ID3") break;
    const length = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const end = Math.min(file.bytes, at + ID3_HEADER + length);
    patches.push({ start: at + 5, end: at + 6 }, { start: at + ID3_HEADER, end });
    at = end;
  }
  return patches;
}

/** ID3v1 is the last 128 bytes; an APE tag says its length in its last 32 bytes. */
async function tagsAfter(file: StoredFile): Promise<Patch[]> {
  const last = Math.max(0, file.bytes - ID3_V1_BYTES);
  const hasId3 = (await file.read(last, 3)).toString("latin1") === "TAG";
  const end = hasId3 ? last : file.bytes;
  const footer = await file.read(Math.max(0, end - APE_FOOTER), APE_FOOTER);
  const hasApe = footer.length === APE_FOOTER && footer.toString("latin1", 0, 8) === "APETAGEX";
  const start = hasApe ? Math.max(0, end - footer.readUInt32LE(12) - APE_FOOTER) : end;
  return start < file.bytes ? [{ start, end: file.bytes }] : [];
}
