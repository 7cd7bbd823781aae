import sharp from "sharp";

/** A picture that is blue on the left and green on the right, after rotation. */
function picture(width: number, height: number) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: "#2060c0" } }).composite([
    { input: { create: { ...half, background: "#20a040" } }, left: Math.floor(width / 2), top: 0 },
  ]);
}

/** A phone's JPEG: EXIF orientation 6 (rotated by 90 degrees) and GPS coordinates; `width` by `height` once rotated. */
export async function phoneJpeg(width = 600, height = 800): Promise<Buffer> {
  const turned = await picture(width, height).png().toBuffer();
  return sharp(turned)
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Amberkeep", Model: "Corpus", Orientation: "6" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "54/1 19/1 30/1", GPSLongitudeRef: "E", GPSLongitude: "10/1 8/1 0/1" },
    })
    .jpeg({ quality: 85 })
    .toBuffer();
}

export const jpeg = (width = 640, height = 480) => picture(width, height).jpeg().toBuffer();
export const png = (width = 640, height = 480) => picture(width, height).png().toBuffer();
export const webp = (width = 640, height = 480) => picture(width, height).webp().toBuffer();
export const gif = (width = 640, height = 480) => picture(width, height).gif().toBuffer();
export const avif = (width = 640, height = 480) => picture(width, height).avif({ effort: 0 }).toBuffer();

/** A JPEG of noise with about `bytes` bytes. */
export async function heavyJpeg(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 2.6));
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: side, height: side, channels: 3, background: "#808080", noise } })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/** The beginning of a HEIC photo, which no library here can encode. */
export function heicHead(): Buffer {
  const head = Buffer.alloc(2_000);
  head.writeUInt32BE(24, 0);
  head.write("ftypheic\0\0\0\0mif1heic", 4, "latin1");
  return head;
}
