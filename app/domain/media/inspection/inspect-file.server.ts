import { fileTypeFromBuffer } from "file-type";
import { ARCHIVE_END_BYTES, endsAsArchive, startsAsPdf } from "./hidden-content.server";
import { inspectPhoto, PHOTO_FORMATS } from "./inspect-photo.server";
import { CONTAINERS, inspectRecording } from "./inspect-recording.server";
import { type InspectionResult, refuse } from "./result";
import { buffered, limitReading, type StoredFile } from "./stored-file.server";

const HEAD_BYTES = 16 * 1024;

/** Reads the file's content; the name does not count. */
export async function inspectFile(stored: StoredFile): Promise<InspectionResult> {
  if (stored.bytes === 0) return refuse("empty");
  const file = buffered(stored);
  const head = await file.read(0, HEAD_BYTES);
  const mime = (await fileTypeFromBuffer(head))?.mime.split(";", 1)[0] ?? "";
  if (/^image\/hei[cf]/.test(mime)) return refuse("heic");
  const photo = PHOTO_FORMATS[mime];
  const container = CONTAINERS[mime];
  if (!photo && !container) {
    const isMedia = /^(image|video|audio)\//.test(mime);
    return refuse(isSvg(head) ? "svg" : isMedia ? "wrong_slot" : "not_media");
  }
  const tail = await file.read(Math.max(0, file.bytes - ARCHIVE_END_BYTES), ARCHIVE_END_BYTES);
  if (startsAsPdf(head) || endsAsArchive(tail, file.bytes)) return refuse("hidden_content");
  if (container) return limitReading(() => inspectRecording(file, container));
  return photo && file.kind === "photo" ? inspectPhoto(file, photo) : refuse("wrong_slot", "photo");
}

function isSvg(head: Buffer): boolean {
  const text = head.subarray(0, 4096).toString("latin1").replaceAll("\0", "");
  return /<(?:\w+:)?svg[\s>]/i.test(text);
}
