import type { MediaKind } from "~/domain/media/media";
import { avif, gif, jpeg, phoneJpeg, png, webp } from "./photos.ts";
import { aac, avi, m4a, mkv, mp3, mp4, ogg, turnedMp4, voiceWebm, wav, webm } from "./recordings.ts";

export type HarmlessFile = {
  name: string;
  kind: MediaKind;
  make: () => Buffer | Promise<Buffer>;
  contentType: string;
  /** In pixels, after rotation. */
  size?: { width: number; height: number };
};

/** A file of every supported format, and the expected result of its inspection. */
export const HARMLESS: HarmlessFile[] = [
  { name: "a JPEG", kind: "photo", make: () => jpeg(), contentType: "image/jpeg", size: { width: 640, height: 480 } },
  {
    name: "a JPEG of a phone held upright",
    kind: "photo",
    make: () => phoneJpeg(),
    contentType: "image/jpeg",
    size: { width: 600, height: 800 },
  },
  { name: "a PNG", kind: "photo", make: () => png(), contentType: "image/png", size: { width: 640, height: 480 } },
  { name: "a GIF", kind: "photo", make: () => gif(), contentType: "image/gif", size: { width: 640, height: 480 } },
  { name: "a WebP", kind: "photo", make: () => webp(), contentType: "image/webp", size: { width: 640, height: 480 } },
  { name: "an AVIF", kind: "photo", make: () => avif(), contentType: "image/avif", size: { width: 640, height: 480 } },
  { name: "an MP4", kind: "video", make: mp4, contentType: "video/mp4", size: { width: 480, height: 320 } },
  {
    name: "an MP4 of a phone held upright",
    kind: "video",
    make: turnedMp4,
    contentType: "video/mp4",
    size: { width: 320, height: 480 },
  },
  { name: "a WebM", kind: "video", make: () => webm(), contentType: "video/webm", size: { width: 320, height: 240 } },
  {
    name: "a WebM that a browser recorded",
    kind: "video",
    make: () => webm({ live: true }),
    contentType: "video/webm",
  },
  { name: "an MKV", kind: "video", make: mkv, contentType: "video/x-matroska" },
  { name: "an AVI", kind: "video", make: avi, contentType: "video/vnd.avi", size: { width: 320, height: 240 } },
  { name: "an MP3", kind: "audio", make: () => mp3(), contentType: "audio/mpeg" },
  {
    name: "an MP3 with a cover in front",
    kind: "audio",
    make: () => mp3({ tagBytes: 900_000 }),
    contentType: "audio/mpeg",
  },
  { name: "a WAV", kind: "audio", make: wav, contentType: "audio/wav" },
  { name: "an Ogg", kind: "audio", make: ogg, contentType: "audio/ogg" },
  { name: "an AAC", kind: "audio", make: aac, contentType: "audio/aac" },
  { name: "an M4A", kind: "audio", make: () => m4a(), contentType: "audio/mp4" },
  { name: "an MP4 without pictures", kind: "audio", make: () => m4a("isom"), contentType: "audio/mp4" },
  { name: "a voice that Chromium recorded", kind: "audio", make: voiceWebm, contentType: "audio/webm" },
];
