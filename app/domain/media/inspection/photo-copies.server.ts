import sharp, { type Sharp } from "sharp";
import { putMedia } from "~/services/media-store.server";
import { copyKey, copyWidths } from "../media";
import type { Accepted, PhotoCopy } from "./result";

/** The format's maximum height. */
const WEBP_MAX_PIXELS = 16_383;

sharp.cache(false);
sharp.concurrency(1);

/**
 * Draws upright WebP copies without metadata such as the place. `colour` is the mean of all pixels.
 * @throws Error when the photo cannot be decoded or takes longer than a minute
 */
export async function drawCopies(
  original: Buffer,
  { width, maxPixels }: { width: number; maxPixels: number },
): Promise<{ copies: PhotoCopy[]; colour: string }> {
  const widths = copyWidths(width).toReversed();
  const { data, info } = await sharp(original, { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true })
    .timeout({ seconds: 60 })
    .autoOrient()
    .toColourspace("srgb")
    .resize(within(widths[0] ?? width))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const copies: PhotoCopy[] = [];
  for (const width of widths) {
    const content = await sharp(data, { raw }).resize(within(width)).webp({ quality: 80, effort: 3 }).toBuffer();
    copies.push({ width, content });
  }
  return { copies, colour: await meanColour(sharp(data, { raw })) };
}

const within = (width: number) => ({
  width,
  height: WEBP_MAX_PIXELS,
  fit: "inside" as const,
  withoutEnlargement: true,
});

async function meanColour(picture: Sharp): Promise<string> {
  const [red = 0, green = red, blue = red] = await picture
    .flatten({ background: "#ffffff" })
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer();
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export async function storeCopies(storageKey: string, { copies = [] }: Accepted): Promise<void> {
  for (const { width, content } of copies) {
    await putMedia(copyKey(storageKey, width), content, { kind: "photo", contentType: "image/webp" });
  }
}
