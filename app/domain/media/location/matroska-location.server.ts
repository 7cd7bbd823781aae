import { ID, MAX_HEADER_BYTES, readElement } from "../inspection/matroska.server";
import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

const HIDDEN = [ID.tags, ID.attachments];
const VOID = 0xec;

/** Tags and attachments become Void elements of the same length (RFC 9559, sections 5.1.6, 5.1.8; RFC 8794, section 11.3.2). */
export async function matroskaPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let at = 0, count = 0; at < file.bytes && count < MAX_PARTS; count += 1) {
    const element = readElement(await file.read(at, MAX_HEADER_BYTES), at);
    if (!element) break;
    const end = Math.min(element.end ?? file.bytes, file.bytes);
    if (HIDDEN.includes(element.id)) patches.push({ start: at, end, head: voidHeader(end - at) });
    // Recordings leave lengths open: their children then follow one by one.
    const isParent = element.id === ID.segment || element.end === undefined;
    at = isParent && !HIDDEN.includes(element.id) ? element.content : end;
  }
  return patches;
}

function voidHeader(bytes: number): Buffer {
  if (bytes < 9) return Buffer.from([VOID, 0x80 | (bytes - 2)]);
  const header = Buffer.alloc(9);
  header.writeUInt8(VOID);
  header.writeBigUInt64BE((1n << 56n) | BigInt(bytes - 9), 1);
  return header;
}
