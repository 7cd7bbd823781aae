import {
  type FormPurpose,
  MEDIA_KINDS,
  MEDIA_MAX_BYTES,
  type MediaKind,
  mediaLimits,
  overLimits,
} from "~/domain/media/media";
import { type UploadRefusal, uploadRefusal } from "~/domain/media/refusals";

/** `kind` is that of the file's field, or of its type; undefined if neither says. */
export type GivenFile = { kind: MediaKind | undefined; name: string; type: string; size: number };

/**
 * Returns what the server would refuse too, before anything is sent; undefined for all else. `present` are the files that
 * the form has already.
 */
export function earlyRefusal(
  { kind, name, type, size }: GivenFile,
  vault: FormPurpose,
  present: { kind: MediaKind; bytes: number }[],
): string | undefined {
  if (!kind) return `“${name}” is neither a photo nor a video nor a sound recording. Please choose one of those.`;
  const found = kindOf({ type, name });
  const reason = reasonOf(kind);
  return reason && uploadRefusal(reason, { kind, fileName: name, limits: mediaLimits(vault), ...(found && { found }) });

  function reasonOf(kind: MediaKind): UploadRefusal | undefined {
    if (size === 0) return "empty";
    if (type === "image/svg+xml") return "svg";
    if (/^image\/hei[cf]/.test(type) || (type === "" && /\.hei[cf]$/i.test(name))) return "heic";
    if (found && found !== kind && !areTwins(found, kind)) return "wrong_slot";
    if (size > MEDIA_MAX_BYTES[kind]) return "too_large";
    return overLimits(vault, [...present, { kind, bytes: size }])?.reason;
  }
}

/** Browsers have no type for some files, such as HEIC and MKV. */
const ENDINGS: Record<MediaKind, RegExp> = {
  photo: /\.(hei[cf]|jpe?g|png|gif|webp|avif)$/i,
  video: /\.(mp4|webm|avi|mov|mkv)$/i,
  audio: /\.(mp3|wav|ogg|aac|m4a)$/i,
};

/** The kind by a file's type or name. */
export function kindOf({ type, name }: { type: string; name: string }): MediaKind | undefined {
  if (type === "") return MEDIA_KINDS.find((kind) => ENDINGS[kind].test(name));
  const family = type.split("/")[0] ?? "";
  return family === "image" ? "photo" : MEDIA_KINDS.find((kind) => kind === family);
}

/** Video containers may hold sound only, and browsers go by the name. */
const areTwins = (one: MediaKind, other: MediaKind) => one !== "photo" && other !== "photo";
