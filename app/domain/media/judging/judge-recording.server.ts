import { fileTypeFromBuffer } from "file-type";
import { holdsProgram, isFilling } from "./hidden-content.server";
import { readIsoMedia } from "./iso-media.server";
import { readMatroska } from "./matroska.server";
import { readAvi, readWav } from "./riff.server";
import { readAac, readMp3, readOgg } from "./sound.server";
import { refuse, type StoredFile, type Verdict } from "./stored-file.server";
import type { ReadRecording, Window } from "./window.server";

/** How a container is read, and what it is called with a film in it and with sound alone; undefined where we take none. */
export type Container = { read: ReadRecording; video?: string; audio?: string };

const ISO_MEDIA = { read: readIsoMedia, video: "video/mp4", audio: "audio/mp4" };

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

/** How much of the beginning, of the end, and of what stands behind the end is looked at for other things, in bytes. */
const EDGE_BYTES = 64 * 1024;

/** Judges a film or a sound recording by how its file is built; it is not played. */
export async function judgeRecording(file: StoredFile, window: Window, container: Container): Promise<Verdict> {
  const edges = [await window.at(0, EDGE_BYTES), await window.at(Math.max(0, file.bytes - EDGE_BYTES), EDGE_BYTES)];
  for (const edge of edges) if (await holdsProgram(edge)) return refuse("hidden_content");
  const recording = await container.read(window);
  if (recording === "truncated") return refuse("truncated");
  if (!recording?.hasVideo && !recording?.hasAudio) return refuse("damaged");
  const found = recording.hasVideo ? "video" : "audio";
  const contentType = container[found];
  if (!contentType) return refuse("wrong_slot");
  if (found !== file.kind) return refuse("wrong_slot", found);
  if (await isOtherFile(await window.at(recording.end, EDGE_BYTES))) return refuse("hidden_content");
  const { width, height } = recording;
  return { ok: true, contentType, ...(width && height && { width, height }) };
}

/** Players pass over tags and what else programs leave behind the end; another file is none of that. */
async function isOtherFile(rest: Buffer): Promise<boolean> {
  if (isFilling(rest)) return false;
  const type = await fileTypeFromBuffer(rest);
  return type !== undefined && !type.mime.startsWith("audio/");
}
