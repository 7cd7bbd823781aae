import sharp from "sharp";
import { withPicture } from "./few-at-once.server";
import { holdsProgram, isFilling, isOfCamera } from "./hidden-content.server";
import { drawCopies } from "./photo-copies.server";
import { avifEnd, type FindEnd, gifEnd, jpegEnd, pngEnd, webpEnd } from "./picture-ends";
import { refuse, type StoredFile, type Verdict } from "./stored-file.server";

/** How many pixels a picture may have: more where it is decoded line by line and never stands whole in the memory. */
const MAX_PIXELS = { byLines: 120_000_000, whole: 50_000_000 };

const ENDS: Record<string, FindEnd> = {
  "image/jpeg": jpegEnd,
  "image/png": pngEnd,
  "image/gif": gifEnd,
  "image/webp": webpEnd,
  "image/avif": avifEnd,
};

/** Judges a picture by what it holds, and by opening it. Pictures are opened one after the other. */
export function judgePhoto(file: StoredFile, contentType: string): Promise<Verdict> {
  return withPicture(async () => {
    const content = await file.read(0, file.bytes);
    if (await holdsProgram(content)) return refuse("hidden_content");
    const end = ENDS[contentType]?.(content);
    if (end === undefined) return refuse("truncated");
    const rest = content.subarray(end);
    const isRestFine = isFilling(rest) || (contentType === "image/jpeg" && isOfCamera(rest));
    if (!isRestFine) return refuse("hidden_content");

    const metadata = await sharp(content, { limitInputPixels: false }).metadata().catch(unlessUnreadable);
    if (!metadata) return refuse("damaged");
    const { width, height } = metadata.autoOrient;
    const isByLines = ["jpeg", "png"].includes(metadata.format) && !metadata.isProgressive;
    const maxPixels = MAX_PIXELS[isByLines ? "byLines" : "whole"];
    if (width * height > maxPixels) return refuse("too_many_pixels");
    const drawn = await drawCopies(content, { width, maxPixels }).catch(unlessUnreadable);
    return drawn ? { ok: true, contentType, width, height, ...drawn } : refuse("damaged");
  });
}

/** Whatever cannot be opened is the file's fault, not ours. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
}
