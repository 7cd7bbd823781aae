/** A file of a keepsake. */
export type KeepsakeFile = {
  /** Where it lies, from the page. */
  path: string;
  kind: "photo" | "video" | "audio";
  /** What its sender wrote of it, or its name. */
  label: string;
  caption: string;
  /** Who put it there, where that has to be said. */
  author: string | null;
  /** Of the upright picture, in pixels; null for what is none. */
  width: number | null;
  height: number | null;
  /** A photo of which the page holds a smaller copy itself, by this mark: see `PICTURE`. */
  picture: string | undefined;
};

/** What stands in a keepsake, in the words in which it is said. */
export type KeepsakeContent = {
  title: string;
  /** Who wrote it, and when. */
  from: string;
  message: string;
  /** Whether its files hang side by side, below the words. */
  isBoard: boolean;
  files: KeepsakeFile[];
  /** Of its certificate, if it came under a seal. */
  seal: { note: string; fingerprint: string } | undefined;
  takenOn: string;
  /** The address of the installation that it was taken from. */
  source: string;
};

/** The source of a picture that is put into the page when it goes out. No text can hold it: quotes are escaped there. */
export const PICTURE = /src="picture:([a-z0-9]+)"/;
