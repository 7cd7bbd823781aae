import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "../id.server";
import { keepFact, readFact } from "../installation-facts.server";
import { makeFolder, syncFolder } from "./disk-folder.server";
import { unlessMissing } from "./encrypted-file.server";
import { MediaUnavailable } from "./store.server";

const FACT = "media_folder_mark";
const TEXT = "Amberkeep refuses a media folder without this file. Keep it with the others.\n";

export type FolderMark = {
  /** Makes the mark of an installation that has none yet. */
  make: () => Promise<void>;
  /** Returns the name of the mark if the folder should have it and does not. */
  missing: () => Promise<string | undefined>;
  /** @throws MediaUnavailable when it is missing, with a sentence for the operator */
  require: () => Promise<void>;
};

/**
 * A file in the media folder whose name the database keeps. A folder without it is another one, such as an empty one in
 * the place of a disk that is not mounted: its files would seem to be gone, and new ones would be lost.
 */
export function createFolderMark(folder: string): FolderMark {
  let known: string | undefined;

  const mark: FolderMark = {
    async make() {
      if (await readFact(FACT)) return;
      const name = `amberkeep-${createId()}`;
      await makeFolder(folder);
      await writeFile(join(folder, name), TEXT, { flag: "wx", mode: 0o600, flush: true });
      await syncFolder(folder);
      // Another process may have been first, with its own mark.
      known = await keepFact(FACT, name);
    },

    async missing() {
      known ??= await readFact(FACT);
      if (known === undefined) return undefined;
      return (await stat(join(folder, known)).catch(unlessMissing)) ? undefined : known;
    },

    async require() {
      const name = await mark.missing();
      if (name === undefined) return;
      throw new MediaUnavailable(
        `The media folder ${folder} is not the one with this database's files, since it has no file ${name}: mount its disk or, if that folder is lost, make an empty file of this name.`,
      );
    },
  };
  return mark;
}
