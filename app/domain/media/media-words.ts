import { BOARD_MAX_BYTES, type FormPurpose, MEDIA_MAX_BYTES, type MediaKind, mediaLimits } from "./media";

export const KIND_NOUNS: Record<MediaKind, [one: string, several: string]> = {
  photo: ["photo", "photos"],
  video: ["video", "videos"],
  audio: ["recording", "recordings"],
};

export const ALT_TEXT_LABEL = "What is in the picture? (for anyone who can’t see it)";

const UNITS: [bytes: number, name: string][] = [
  [1024 ** 3, "GB"],
  [1024 ** 2, "MB"],
  [1024, "kB"],
];

/** Rounded down: `3.1 MB`. */
export function sizeInWords(bytes: number): string {
  const [unit, name] = UNITS.find(([unit]) => bytes >= unit) ?? [1, "bytes"];
  const value = bytes / unit;
  return `${value < 10 && unit > 1024 ? Math.floor(value * 10) / 10 : Math.floor(value)} ${name}`;
}

/** `Photo, 3.1 MB` */
export function fileInWords({ kind, bytes }: { kind: MediaKind; bytes: number }): string {
  const [noun] = KIND_NOUNS[kind];
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, ${sizeInWords(bytes)}`;
}

export function countInWords(type: FormPurpose): string {
  const { photo, video, audio, total } = mediaLimits(type);
  if (type === "memory-board") {
    return `Up to ${photo} photos, ${video} videos and ${audio} recordings, ${sizeInWords(BOARD_MAX_BYTES).replace(" ", "\u00a0")} in all.`;
  }
  if (type === "board-post") return `Up to ${total} at once.`;
  return total === 1 ? "One photo, video or recording." : `Up to ${total} photos, videos or recordings in all.`;
}

export function largestInWords(kind: MediaKind): string {
  return `Up to ${sizeInWords(MEDIA_MAX_BYTES[kind])}.`;
}
