import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

/** What players need. Lists are written as `LIST` and their kind. */
const KEPT = ["fmt ", "data", "fact", "ds64", "avih", "strh", "strf", "vprp", "dmlh", "indx", "idx1", "LISTmovi"];
const PARENTS = ["LISThdrl", "LISTstrl", "LISTodml", "RIFFWAVE", "RIFFAVI ", "RIFFAVIX"];
const UNKNOWN_LENGTHS = [0, 0xffffffff];

/** The other chunks of a WAV or AVI become `JUNK` (RIFF, Multimedia Programming Interface 1.0). */
export async function riffPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  let at = 0;
  for (let count = 0; at + 8 <= file.bytes && count < MAX_PARTS; count += 1) {
    const header = await file.read(at, 12);
    const name = header.toString("latin1", 0, 4);
    const isList = name === "LIST" || name === "RIFF";
    const kind = isList ? header.toString("latin1", 0, 4) + header.toString("latin1", 8, 12) : name;
    const length = header.readUInt32LE(4);
    const isOpen = UNKNOWN_LENGTHS.includes(length) && (isList || name === "data");
    const end = isOpen ? file.bytes : Math.min(file.bytes, at + 8 + length + (length % 2));
    if (PARENTS.includes(kind)) at += 12;
    else {
      if (!KEPT.includes(kind)) {
        patches.push({ start: at, end: at + 4, head: Buffer.from("JUNK") }, { start: at + 8, end });
      }
      at = end;
    }
  }
  return [...patches, { start: at, end: file.bytes }];
}
