import { type FetchedMedia, fetchMedia } from "~/domain/maintenance/fetch-media.server";
import { env } from "~/env.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { MediaUnavailable } from "~/services/media-store.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

parseCommandLine("Usage: npm run fetch-media, without arguments.", {});
if (env.CLOUDINARY_URL) await fetchAll();
else {
  console.error("CLOUDINARY_URL is not set: all files are in the media folder already, or cannot be fetched.");
  process.exitCode = 1;
}
await closeConnections();

async function fetchAll(): Promise<void> {
  await checkMasterKeys();
  let sum: FetchedMedia = { fetched: 0, present: 0, failed: [] };
  try {
    for await (sum of fetchMedia()) console.log(`${sum.fetched} files fetched, ${sum.present} were there already …`);
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    console.error(`${error.message}. Run this again to go on: files that were fetched are kept.`);
    process.exitCode = 1;
    return;
  }
  for (const { key, problem } of sum.failed) console.error(`${key} ${problem}.`);
  const failed = sum.failed.length;
  console.log(
    failed > 0 ? `All other files are in the media folder; ${failed} are not.` : "All files are in the media folder.",
  );
  if (failed > 0) process.exitCode = 1;
}
