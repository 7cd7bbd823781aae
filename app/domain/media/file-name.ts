import { cleanFileName, FILE_NAME_MAX_LENGTH, type MediaKind, truncateText } from "./media";

/** By content type; the first is the usual one. */
const ENDINGS: Record<string, string[]> = {
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png", "apng"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/avif": ["avif"],
  "video/mp4": ["mp4", "m4v"],
  "video/quicktime": ["mov", "qt"],
  "video/webm": ["webm"],
  "video/x-matroska": ["mkv"],
  "video/vnd.avi": ["avi"],
  "audio/mp4": ["m4a", "m4b", "mp4"],
  "audio/webm": ["weba", "webm"],
  "audio/x-matroska": ["mka", "mkv"],
  "audio/wav": ["wav"],
  "audio/mpeg": ["mp3"],
  "audio/aac": ["aac"],
  "audio/ogg": ["ogg", "oga", "opus"],
};

/** The given name with the extension of the content: `film.exe` of a JPEG becomes `film.jpg`. */
export function fileNameFor(given: string, contentType: string): string {
  const endings = ENDINGS[contentType] ?? ["bin"];
  // Windows ignores dots and spaces at the end of a name.
  const name = cleanFileName(given).replace(/[. ]+$/, "") || "Untitled";
  const hasExtension = (one: string) => endings.includes(/(?<=.)\.(\w+)$/.exec(one)?.[1]?.toLowerCase() ?? "");
  if (hasExtension(name)) return name;
  // A year or a number is part of the name.
  const stem = name.replace(/(?<=.)\.(?=\d*\p{L})[\p{L}\p{N}]{1,12}$/u, "").replace(/[. ]+$/, "") || "Untitled";
  if (hasExtension(stem)) return stem;
  const ending = `.${endings[0]}`;
  return truncateText(stem, FILE_NAME_MAX_LENGTH - ending.length) + ending;
}

/** True even if the stored file was given another extension, or has not been given one yet. */
export function isOfSameName(
  stored: { kind: MediaKind; fileName: string; contentType: string | null },
  file: { kind: MediaKind; fileName: string },
): boolean {
  const named = ({ fileName }: { fileName: string }) => fileNameFor(fileName, stored.contentType ?? "");
  return stored.kind === file.kind && named(stored) === named(file);
}
