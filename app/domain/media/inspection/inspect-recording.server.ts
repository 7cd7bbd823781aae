import { fileTypeFromBuffer } from "file-type";
import { holdsProgram, isPadding } from "./hidden-content.server";
import { readIsoMedia } from "./iso-media.server";
import { readMatroska } from "./matroska.server";
import { type InspectionResult, refuse } from "./result";
import { readAvi, readWav } from "./riff.server";
import { readAac, readMp3, readOgg } from "./sound.server";
import type { StoredFile } from "./stored-file.server";

export type Recording = { end: number; hasVideo: boolean; hasAudio: boolean; width?: number; height?: number };
/** Undefined for a damaged file. */
export type ReadRecording = (file: StoredFile) => Promise<Recording | "truncated" | undefined>;

/** `video` and `audio` are content types, absent where not accepted. */
type Container = { read: ReadRecording; video?: string; audio?: string };

const ISO_MEDIA = { read: readIsoMedia, video: "video/mp4", audio: "audio/mp4" };

/** Keyed by the type that `file-type` finds. */
export const CONTAINERS: Record<string, Container> = {
  "video/mp4": ISO_MEDIA,
  "video/x-m4v": ISO_MEDIA,
  "audio/mp4": ISO_MEDIA,
  "audio/x-m4a": ISO_MEDIA,
  "video/quicktime": { ...ISO_MEDIA, video: "video/quicktime" },
  "video/webm": { read: readMatroska, video: "video/webm", audio: "audio/webm" },
  "video/matroska": { read: readMatroska, video: "video/x-matroska", audio: "audio/x-matroska" },
  "video/vnd.avi": { read: readAvi, video: "video/vnd.avi" },
  "audio/wav": { read: readWav, audio: "audio/wav" },
  "audio/mpeg": { read: readMp3, audio: "audio/mpeg" },
  "audio/aac": { read: readAac, audio: "audio/aac" },
  "audio/ogg": { read: readOgg, audio: "audio/ogg" },
};

/** Searched for hidden content: at the start, at the end and after the recording. */
const EDGE_BYTES = 64 * 1024;

/** Checks the structure only; nothing is decoded. */
export async function inspectRecording(file: StoredFile, container: Container): Promise<InspectionResult> {
  for (const start of [0, Math.max(0, file.bytes - EDGE_BYTES)]) {
    if (await holdsProgram(await file.read(start, EDGE_BYTES))) return refuse("hidden_content");
  }
  const recording = await container.read(file);
  if (recording === "truncated") return refuse("truncated");
  if (!recording?.hasVideo && !recording?.hasAudio) return refuse("damaged");
  const found = recording.hasVideo ? "video" : "audio";
  const contentType = container[found];
  if (!contentType) return refuse("wrong_slot");
  if (found !== file.kind) return refuse("wrong_slot", found);
  if (await isOtherFile(await file.read(recording.end, EDGE_BYTES))) return refuse("hidden_content");
  const { width, height } = recording;
  return { ok: true, contentType, ...(width && height && { width, height }) };
}

/** Players may append tags to a recording; anything else is another file. */
async function isOtherFile(rest: Buffer): Promise<boolean> {
  if (isPadding(rest)) return false;
  const type = await fileTypeFromBuffer(rest);
  return type !== undefined && !type.mime.startsWith("audio/");
}
