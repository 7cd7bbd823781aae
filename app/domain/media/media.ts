import { MEDIA_KINDS, type MediaKind, type VaultType } from "~db/schema/states";

export { MEDIA_KINDS, type MediaKind };

const MB = 1024 * 1024;
/** In bytes (product decision 12). */
export const MEDIA_MAX_BYTES: Record<MediaKind, number> = { photo: 25 * MB, audio: 100 * MB, video: 500 * MB };
/** All files of a board together, in bytes. */
export const BOARD_MAX_BYTES = 5 * 1024 * MB;

export type FormPurpose = VaultType | "reply" | "board-post";

export type MediaLimits = Record<MediaKind | "total", number> & { of?: "reply" | "form" };

/** As stated in the FAQ; a reply takes three files. For a guest's post, the limit of one form: see `quotaFor`. */
export function mediaLimits(type: FormPurpose): MediaLimits {
  if (type === "reply") return { of: "reply", photo: 3, video: 3, audio: 3, total: 3 };
  if (type === "board-post") return { of: "form", photo: 10, video: 1, audio: 1, total: 10 };
  if (type === "memory-board") return { photo: 100, video: 10, audio: 10, total: 120 };
  const total = type === "future-self" ? 5 : 1;
  return { photo: total, video: total, audio: total, total };
}

export function overLimits(
  type: FormPurpose,
  files: { kind: MediaKind; bytes: number }[],
): { reason: "too_many_files" | "board_full"; kind: MediaKind } | undefined {
  const limits = mediaLimits(type);
  for (const kind of MEDIA_KINDS) {
    if (files.filter((file) => file.kind === kind).length > limits[kind]) return { reason: "too_many_files", kind };
  }
  const last = files.at(-1)?.kind ?? "photo";
  if (files.length > limits.total) return { reason: "too_many_files", kind: last };
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return bytes > BOARD_MAX_BYTES ? { reason: "board_full", kind: last } : undefined;
}

/** `receiving` while it is uploaded, `ready` once inspected, `saved` with the vault. */
export type FormFile = {
  id: string;
  state: "receiving" | "ready" | "saved";
  kind: MediaKind;
  fileName: string;
  altText: string;
  bytes: number;
  receivedBytes: number;
  contentType: string | null;
  /** Upright, in pixels. */
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until the photo has loaded. */
  colour: string | null;
  /** Ticked in the form; the file leaves the vault when it is saved. */
  isRemoved?: boolean;
};

/** What a form changes of saved files, by their ids. */
export type FileChanges = { altTexts: Record<string, string>; removed: string[] };

/** The files as their form shows them before these changes are saved. */
export function withChanges(files: FormFile[], { altTexts, removed }: FileChanges): FormFile[] {
  return files.map((file) => ({
    ...file,
    altText: altTexts[file.id] ?? file.altText,
    ...(removed.includes(file.id) && { isRemoved: true }),
  }));
}

/** In pixels. */
const COPY_WIDTHS = [480, 1080, 2160] as const;

/** Includes the next larger copy, which is drawn no wider than the photo. */
export function copyWidths(width: number): number[] {
  return COPY_WIDTHS.filter((_, index) => (COPY_WIDTHS[index - 1] ?? 0) < width);
}

/** The smallest that is wide enough, or else the largest. */
export function copyWidthFor(width: number, wanted: number): number {
  const copies = copyWidths(width);
  return copies.find((copy) => copy >= wanted) ?? copies.at(-1) ?? COPY_WIDTHS[0];
}

export function copyKey(storageKey: string, width: number): string {
  return `${storageKey}.w${width}`;
}

export const FILE_NAME_MAX_LENGTH = 255;

/** Removes folders, control characters and other invisible ones; never returns an empty name. */
export function cleanFileName(given: string): string {
  const name = replaceUnjoined(given.replace(/^.*[/\\]/s, ""), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u, "").trim();
  return truncateText(name, FILE_NAME_MAX_LENGTH) || "Untitled";
}

/** A letter or emoji with the joiner that ties it to the next, as Persian, the scripts of India and emoji need it. */
const JOINED =
  /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}][\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/u;

/** Replaces what matches `unwanted`, except for joiners in their place. */
export function replaceUnjoined(text: string, unwanted: RegExp, replacement: string): string {
  const either = new RegExp(`(${JOINED.source})|${unwanted.source}`, "gu");
  return text.replace(either, (_, joined?: string) => joined ?? replacement);
}

export const ALT_TEXT_MAX_LENGTH = 500;

export function cleanAltText(given: string): string {
  return truncateText(given.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim(), ALT_TEXT_MAX_LENGTH);
}

/** `length` is in UTF-16 units. Never splits a character, nor leaves a joiner at the end. */
export function truncateText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff\u200c\u200d]+$/, "");
}
