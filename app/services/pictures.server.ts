import pLimit from "p-limit";
import { type PictureProcess, startPictureProcess } from "./pictures/picture-process.server";

export { PictureDamaged, PictureTooHeavy } from "./pictures/picture-process.server";

/** Pictures that wait for their turn. */
export const LONGEST_QUEUE = 60;
/** When the process is replaced, as memory leaked by decoders would count for the next picture. */
const WORN_OUT = { pictures: 200, bytesUsed: 120 * 1024 * 1024 };
const IDLE_MS = 60_000;

/** Too many pictures are waiting; nothing was read. */
export class PicturesBusy extends Error {}

/** Upright, in pixels. */
export type PictureHeader = {
  format: string;
  width: number;
  height: number;
  isProgressive: boolean;
  chromaSubsampling?: string;
  channels: number;
  depth: string;
};
export type PictureCopy = { width: number; content: Buffer };

export type PictureDecoder = {
  pid: number | undefined;
  /** Reads the header only. */
  open: (content: Buffer) => Promise<PictureHeader>;
  /** Draws the opened picture upright, as WebP in sRGB without metadata. `colour` is the mean of all pixels. */
  draw: (options: { widths: number[]; maxPixels: number }) => Promise<{ copies: PictureCopy[]; colour: string }>;
};

/** A decoded picture takes hundreds of megabytes. */
const inTurn = pLimit(1);
let current: { process: PictureProcess; pictures: number } | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Decodes pictures in a process of its own, with limited memory and without our secrets, one after the other.
 * @throws PicturesBusy when too many are waiting; PictureDamaged; PictureTooHeavy for too much memory or time
 */
export async function withPictureDecoder<Result>(work: (decoder: PictureDecoder) => Promise<Result>): Promise<Result> {
  if (inTurn.pendingCount >= LONGEST_QUEUE) throw new PicturesBusy();
  return inTurn(async () => {
    clearTimeout(idle);
    if (!current?.process.isRunning()) current = { process: startPictureProcess(), pictures: 0 };
    const { process } = current;
    current.pictures += 1;
    process.hold(true);
    try {
      return await work({
        pid: process.pid,
        open: (content) => process.ask("open", content) as ReturnType<PictureDecoder["open"]>,
        draw: (options) => process.ask("draw", options) as ReturnType<PictureDecoder["draw"]>,
      });
    } finally {
      process.hold(false);
      if (current.pictures >= WORN_OUT.pictures || process.bytesUsed() > WORN_OUT.bytesUsed) process.stop();
      idle = setTimeout(() => process.stop(), IDLE_MS).unref();
    }
  });
}
