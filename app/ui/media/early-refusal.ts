import {
  type FormPurpose,
  MEDIA_KINDS,
  MEDIA_MAX_BYTES,
  type MediaKind,
  mediaLimits,
  overLimits,
} from "~/domain/media/media";
import { type UploadRefusal, uploadRefusal } from "~/domain/media/refusals";

/** `kind` comes from the field or the file type; undefined if neither is known. */
export type GivenFile = { kind: MediaKind | undefined; name: string; type: string; size: number };

/** Refuses before the upload what the server would refuse too. `present`: files already in the form. */
export function earlyRefusal(
  { kind, name, type, size }: GivenFile,
  vault: FormPurpose,
  present: { kind: MediaKind; bytes: number }[],
): string | undefined {
  if (!kind) return `“${name}” isn’t a photo, a video or a recording. Please choose one of those.`;
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

export function kindOf({ type, name }: { type: string; name: string }): MediaKind | undefined {
  if (type === "") return MEDIA_KINDS.find((kind) => ENDINGS[kind].test(name));
  const family = type.split("/")[0] ?? "";
  return family === "image" ? "photo" : MEDIA_KINDS.find((kind) => kind === family);
}

/** Video containers may hold only sound, and browsers go by the file name. */
const areTwins = (one: MediaKind, other: MediaKind) => one !== "photo" && other !== "photo";
