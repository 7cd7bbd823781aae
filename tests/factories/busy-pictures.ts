import { LONGEST_QUEUE, withPictureDecoder } from "~/services/pictures.server";

/** Runs `work` while as many pictures wait as may. */
export async function whilePicturesAreBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: LONGEST_QUEUE + 1 }, () => withPictureDecoder(() => promise));
  try {
    return await work();
  } finally {
    resolve();
    await Promise.all(waiting);
  }
}
