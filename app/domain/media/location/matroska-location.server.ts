import { ID, MAX_HEADER_BYTES, readElement } from "../inspection/matroska.server";
import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

/** The lengths of recordings are left open: the children of these then follow one by one. */
const OPEN = [ID.segment, ID.cluster, ID.blockGroup];
/** What players need, with the children of open clusters and block groups. */
const KEPT = [
  ...[ID.header, ID.segment, ID.seekHead, ID.info, ID.tracks, ID.cues, ID.chapters, ID.cluster],
  ...[ID.timestamp, ID.position, ID.previousSize, ID.simpleBlock, ID.blockGroup],
  ...[ID.block, ID.blockDuration, ID.blockAdditions, ID.referenceBlock, ID.discardPadding],
];
const VOID = 0xec;

/**
 * Tags, attachments and other elements become Void elements of the same length (RFC 9559, sections 5.1.6, 5.1.8; RFC
 * 8794, section 11.3.2), as does what cameras append after the segment.
 */
export async function matroskaPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  let at = 0;
  let segmentEnd = 0;
  for (let count = 0; at < file.bytes && count < MAX_PARTS; count += 1) {
    const element = readElement(await file.read(at, MAX_HEADER_BYTES), at);
    if (!element) break;
    const { id, content } = element;
    const end = Math.min(element.end ?? file.bytes, file.bytes);
    if (at >= segmentEnd && id !== ID.header && id !== ID.segment) break;
    if (element.end === undefined && !OPEN.includes(id)) break;
    if (id === ID.segment) segmentEnd = end;
    if (!KEPT.includes(id)) patches.push(voided(at, end));
    at = id === ID.segment || element.end === undefined ? content : end;
  }
  return [...patches, voided(at, file.bytes)];
}

function voided(start: number, end: number): Patch {
  return { start, end, ...(end - start >= 2 && { head: voidHeader(end - start) }) };
}

function voidHeader(bytes: number): Buffer {
  if (bytes < 9) return Buffer.from([VOID, 0x80 | (bytes - 2)]);
  const header = Buffer.alloc(9);
  header.writeUInt8(VOID);
  header.writeBigUInt64BE((1n << 56n) | BigInt(bytes - 9), 1);
  return header;
}
