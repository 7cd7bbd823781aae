import { fileTypeFromBuffer } from "file-type";
import { withStoredFile } from "./few-at-once.server";
import { ARCHIVE_END_BYTES, beginsAsPdf, endsAsArchive } from "./hidden-content.server";
import { judgePhoto } from "./judge-photo.server";
import { CONTAINERS, judgeRecording } from "./judge-recording.server";
import { refuse, type StoredFile, type Verdict } from "./stored-file.server";
import { createWindow } from "./window.server";

const HEAD_BYTES = 16 * 1024;

const PHOTOS: Record<string, string> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  "image/apng": "image/png",
  "image/gif": "image/gif",
  "image/webp": "image/webp",
  "image/avif": "image/avif",
};

/** Says by its content, whatever its name, what a file is, and whether it is what its field takes. */
export async function judgeFile(file: StoredFile): Promise<Verdict> {
  if (file.bytes === 0) return refuse("empty");
  const window = createWindow(file);
  const head = await window.at(0, HEAD_BYTES);
  const mime = (await fileTypeFromBuffer(head))?.mime.split(";", 1)[0];
  if (mime && /^image\/hei[cf]/.test(mime)) return refuse("heic");
  const photo = PHOTOS[mime ?? ""];
  const container = CONTAINERS[mime ?? ""];
  if (!photo && !container) return refuse(isSvg(head) ? "svg" : mime && isMedia(mime) ? "wrong_slot" : "not_media");
  const tail = await window.at(Math.max(0, file.bytes - ARCHIVE_END_BYTES), ARCHIVE_END_BYTES);
  if (beginsAsPdf(head) || endsAsArchive(tail, file.bytes)) return refuse("hidden_content");
  if (container) return withStoredFile(() => judgeRecording(file, window, container));
  return file.kind === "photo" ? judgePhoto(file, photo ?? "") : refuse("wrong_slot", "photo");
}

/** A picture, a film or a sound in a format that we do not take. */
const isMedia = (mime: string) => /^(image|video|audio)\//.test(mime);

function isSvg(head: Buffer): boolean {
  const text = head.subarray(0, 4096).toString("latin1").replaceAll("\0", "");
  return /<(?:\w+:)?svg[\s>]/i.test(text);
}
