import type { PictureHeader } from "~/services/pictures.server";

/** Of any picture. */
export const MAX_PIXELS = 120_000_000;
/** For pictures that are decoded whole: the decoder's memory limit less its 70 MB. */
const MAX_DECODED_BYTES = 240_000_000;

/** At most, as measured (decision 0033). Nothing for pictures decoded line by line. */
function bytesPerPixel({ format, isProgressive, chromaSubsampling = "", channels, depth }: PictureHeader): number {
  if (format === "heif") return 19;
  if (format === "gif") return 6;
  if (format === "webp") return 5;
  if (!isProgressive) return 0;
  if (format === "png") return 1.5 * channels * (depth === "ushort" ? 2 : 1);
  if (channels === 4) return 9;
  return chromaSubsampling === "4:2:0" ? 3.5 : 7;
}

export function hasTooManyPixels(header: PictureHeader): boolean {
  const pixels = header.width * header.height;
  return pixels > MAX_PIXELS || pixels * bytesPerPixel(header) > MAX_DECODED_BYTES;
}
