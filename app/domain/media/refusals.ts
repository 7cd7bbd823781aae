import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, type MediaKind, type MediaLimits } from "./media";

export const UPLOAD_REFUSALS = [
  "empty",
  "too_large",
  "over_store",
  "wrong_slot",
  "not_media",
  "svg",
  "heic",
  "too_many_pixels",
  "too_heavy",
  "hidden_content",
  "truncated",
  "damaged",
  "lost",
  "broke_off",
  "too_many_files",
  "board_full",
  "too_much_waiting",
  "busy",
] as const;
export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number];

/** `kind` is that of the field, `found` that of the file. */
export type RefusedFile = { kind: MediaKind; fileName?: string; found?: MediaKind; limits?: MediaLimits };

const A: Record<MediaKind, string> = { photo: "a photo", video: "a video", audio: "a sound recording" };
const TAKEN: Record<MediaKind, string> = {
  photo: "A photo can be a JPEG, PNG, GIF, WebP or AVIF file.",
  video: "A video can be an MP4, WebM, AVI, MOV or MKV file.",
  audio: "A sound recording can be an MP3, WAV, OGG, AAC or M4A file.",
};
const FIELD: Record<MediaKind, string> = { photo: "photos", video: "videos", audio: "sound recordings" };

const SENTENCES: Record<UploadRefusal, (file: RefusedFile & { name: string }) => string> = {
  empty: ({ name }) => `${name} is empty. Please choose it again.`,
  too_large: ({ name, kind }) => `${name} is too large: ${A[kind]} can be up to ${megabytes(MEDIA_MAX_BYTES[kind])}.`,
  over_store: ({ name }) => `${name} is larger than our storage can take. Please save it smaller and add that.`,
  wrong_slot: ({ name, kind, found }) =>
    found
      ? `${name} is ${A[found]}. Please add it to the ${FIELD[found]}.`
      : `${name} isn’t ${A[kind]}. ${TAKEN[kind]}`,
  not_media: ({ name, kind }) => `${name} isn’t ${A[kind]} we can read. ${TAKEN[kind]}`,
  svg: ({ name }) => `${name} is an SVG drawing, and those can contain programs. Please save it as a PNG and add that.`,
  heic: ({ name }) =>
    `${name} is a HEIC photo, which many browsers can’t show. Please save it as a JPEG and add that: on an iPhone, open it in Photos, choose Share, then Options, then Most Compatible.`,
  too_many_pixels: ({ name }) => `${name} has more pixels than we can open. Please save it smaller and add that.`,
  too_heavy: ({ name }) =>
    `${name} needs more memory or time to open than we can give it. Please save it smaller, as a JPEG, and add that.`,
  hidden_content: ({ name }) =>
    `${name} contains something besides what it shows. Please open it, save it as a new file and add that.`,
  truncated: ({ name }) => `${name} isn’t complete: its end is missing. Please choose it again.`,
  damaged: ({ name }) => `${name} is damaged, so we can’t open it. Please choose another one.`,
  lost: ({ name }) => `${name} is missing from our storage. Please choose it from your device, or save without it.`,
  broke_off: ({ name }) => `${name} didn’t arrive in full. Please add it again.`,
  too_many_files: ({ kind, limits }) => tooMany(kind, limits),
  board_full: () => `The files of a board can be up to ${megabytes(BOARD_MAX_BYTES)} in total.`,
  too_much_waiting: () =>
    "Too many files are waiting to be saved. Please save or remove some of them, then add this one again.",
  busy: ({ name }) => `Many photos are arriving right now. Please add ${name} again in a minute.`,
};

export function uploadRefusal(reason: UploadRefusal, file: RefusedFile): string {
  return SENTENCES[reason]({ ...file, name: file.fileName ? `“${file.fileName}”` : "This file" });
}

/** From the reason of a media store, such as Cloudinary's; undefined when it isn't about the file. */
export function storeRefusal(reason: string): UploadRefusal | undefined {
  if (/too large/i.test(reason)) return "over_store";
  return /^(invalid|unsupported) (image|video)|^empty file/i.test(reason) ? "not_media" : undefined;
}

export const arrivedInPart = (fileName: string) =>
  `“${fileName}” has arrived only in part. Please choose the same file again to go on, or remove it.`;

export const FILE_GONE =
  "One of your files is gone, perhaps removed in another window. If it’s still listed here, please remove it and add it again.";

export const COPY_GONE =
  "A file you wanted to send again is gone: its vault was cancelled, sealed or changed. Please check your files and add what’s missing.";

export const GUESTS_COUNT = "Your guests’ pieces count, too.";

/** The spec's wording, for failures not caused by the file. */
export function uploadFailed(reason: string): string {
  return `Failed to upload file: ${reason}`;
}

function tooMany(kind: MediaKind, limits: MediaLimits | undefined): string {
  const total = limits?.total ?? 1;
  const it = `This ${limits?.of ?? "vault"}`;
  if (total === 1) return `${it} takes one file. Please remove the one that is there first.`;
  const most = limits?.[kind] ?? total;
  if (most < total) return `${it} takes up to ${most} ${FIELD[kind]}. Please remove one first.`;
  return `${it} takes up to ${total} files. Please remove one first.`;
}

function megabytes(bytes: number): string {
  const mb = bytes / (1024 * 1024);
  return mb >= 1024 ? `${mb / 1024} GB` : `${mb} MB`;
}
