import {
  PictureDamaged,
  type PictureDecoder,
  PicturesBusy,
  PictureTooHeavy,
  withPictureDecoder,
} from "~/services/pictures.server";
import { copyWidths } from "../media";
import { holdsProgram, isCameraTrailer, isPadding } from "./hidden-content.server";
import { avifEnd, type FindEnd, gifEnd, jpegEnd, pngEnd, webpEnd } from "./picture-ends.server";
import { hasTooManyPixels, MAX_PIXELS } from "./picture-limits";
import { type InspectionResult, refuse } from "./result";
import type { StoredFile } from "./stored-file.server";

type PhotoFormat = { contentType: string; findEnd: FindEnd };

const PNG = { contentType: "image/png", findEnd: pngEnd };

export const PHOTO_FORMATS: Record<string, PhotoFormat> = {
  "image/jpeg": { contentType: "image/jpeg", findEnd: jpegEnd },
  "image/png": PNG,
  "image/apng": PNG,
  "image/gif": { contentType: "image/gif", findEnd: gifEnd },
  "image/webp": { contentType: "image/webp", findEnd: webpEnd },
  "image/avif": { contentType: "image/avif", findEnd: avifEnd },
};

/** Reads the content in the picture's turn: one is held in memory at a time. */
export async function inspectPhoto(file: StoredFile, format: PhotoFormat): Promise<InspectionResult> {
  try {
    return await withPictureDecoder(async (decoder) => inspectContent(await file.read(0, file.bytes), format, decoder));
  } catch (error) {
    if (error instanceof PictureDamaged) return refuse("damaged");
    if (error instanceof PictureTooHeavy) return refuse("too_heavy");
    if (error instanceof PicturesBusy) return refuse("busy");
    throw error;
  }
}

async function inspectContent(
  content: Buffer,
  { contentType, findEnd }: PhotoFormat,
  decoder: PictureDecoder,
): Promise<InspectionResult> {
  if (await holdsProgram(content)) return refuse("hidden_content");
  const end = findEnd(content);
  if (end === undefined) return refuse("truncated");
  const rest = content.subarray(end);
  if (!isPadding(rest) && !(findEnd === jpegEnd && isCameraTrailer(rest))) return refuse("hidden_content");

  const header = await decoder.open(content);
  if (hasTooManyPixels(header)) return refuse("too_many_pixels");
  const { width, height } = header;
  const drawn = await decoder.draw({ widths: copyWidths(width), maxPixels: MAX_PIXELS });
  return { ok: true, contentType, width, height, ...drawn };
}
