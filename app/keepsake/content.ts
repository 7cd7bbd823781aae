export type KeepsakeFile = {
  /** Relative to the page. */
  path: string;
  kind: "photo" | "video" | "audio";
  /** Description, or the file name. */
  label: string;
  caption: string;
  /** Null except on boards. */
  author: string | null;
  /** Pixels after rotation; null for other files. */
  width: number | null;
  height: number | null;
  /** Id of a photo inlined in the page, see `PICTURE`. */
  picture: string | undefined;
};

export type KeepsakeContent = {
  title: string;
  from: string;
  message: string;
  isBoard: boolean;
  files: KeepsakeFile[];
  /** What guests of a board wrote. */
  notes: { text: string; author: string }[];
  /** Unset for unsealed vaults. */
  seal: { note: string; fingerprint: string } | undefined;
  takenOn: string;
  source: string;
};

/** Placeholder for a photo, inlined while the page is streamed. Text cannot match: its quotes are escaped. */
export const PICTURE = /src="picture:([a-z0-9]+)"/;
