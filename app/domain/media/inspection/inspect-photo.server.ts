import pLimit from "p-limit";
import sharp from "sharp";
import { holdsProgram, isCameraTrailer, isPadding } from "./hidden-content.server";
import { drawCopies } from "./photo-copies.server";
import { avifEnd, type FindEnd, gifEnd, jpegEnd, pngEnd, webpEnd } from "./picture-ends.server";
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

/** Pictures decoded line by line may have more pixels than those decoded whole. */
const MAX_PIXELS = { byLines: 120_000_000, whole: 50_000_000 };

/** A decoded picture can take hundreds of megabytes. */
const limitDecoding = pLimit(1);

export function inspectPhoto(file: StoredFile, { contentType, findEnd }: PhotoFormat): Promise<InspectionResult> {
  return limitDecoding(async () => {
    const content = await file.read(0, file.bytes);
    if (await holdsProgram(content)) return refuse("hidden_content");
    const end = findEnd(content);
    if (end === undefined) return refuse("truncated");
    const rest = content.subarray(end);
    if (!isPadding(rest) && !(findEnd === jpegEnd && isCameraTrailer(rest))) return refuse("hidden_content");

    const metadata = await sharp(content, { limitInputPixels: false }).metadata().catch(ignoreUnreadable);
    if (!metadata) return refuse("damaged");
    const { width, height } = metadata.autoOrient;
    const isByLines = ["jpeg", "png"].includes(metadata.format) && !metadata.isProgressive;
    const maxPixels = MAX_PIXELS[isByLines ? "byLines" : "whole"];
    if (width * height > maxPixels) return refuse("too_many_pixels");
    const drawn = await drawCopies(content, { width, maxPixels }).catch(ignoreUnreadable);
    return drawn ? { ok: true, contentType, width, height, ...drawn } : refuse("damaged");
  });
}

/** Every decoder error means a damaged file. */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
}
