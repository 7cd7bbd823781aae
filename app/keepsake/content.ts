export type KeepsakeFile = {
  /** Relative to the page. */
  path: string;
  kind: "photo" | "video" | "audio";
  /** Its description, or its file name. */
  label: string;
  caption: string;
  /** Set for the files of boards. */
  author: string | null;
  /** Of the upright picture, in pixels; null for other files. */
  width: number | null;
  height: number | null;
  /** The id of a photo that is inlined in the page: see `PICTURE`. */
  picture: string | undefined;
};

export type KeepsakeContent = {
  title: string;
  /** The sender and the date, as a sentence. */
  from: string;
  message: string;
  isBoard: boolean;
  files: KeepsakeFile[];
  /** Undefined for vaults that were not sealed. */
  seal: { note: string; fingerprint: string } | undefined;
  takenOn: string;
  /** The base URL of the installation. */
  source: string;
};

/** Marks a photo to be inlined while the page is streamed. Text cannot contain it: its quotes are escaped. */
export const PICTURE = /src="picture:([a-z0-9]+)"/;
