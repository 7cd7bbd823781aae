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

/** `iso` is `2044-06-14`, `inFull` is `June 14, 2044`. */
export type KeepsakeDay = { iso: string; inFull: string };

export type KeepsakeReply = { author: string; on: string; text: string; files: KeepsakeFile[] };

export type KeepsakeContent = {
  title: string;
  from: string;
  /** Null for boards, and for messages to oneself. */
  to: string | null;
  written: KeepsakeDay;
  /** Null until it has arrived. */
  arrived: KeepsakeDay | null;
  /** The chosen delivery day; null for drafts. */
  due: KeepsakeDay | null;
  message: string;
  isBoard: boolean;
  files: KeepsakeFile[];
  /** Guests' photos are copies, and their other files have lost their location. */
  isWithoutLocations: boolean;
  notes: { text: string; author: string }[];
  /** Oldest first. */
  replies: KeepsakeReply[];
  /** Unset for unsealed vaults. The first `fileCount` files were sealed; guests of a board added the others. */
  seal: { sealedOn: string; isUnchanged: boolean; fingerprint: string; fileCount: number } | undefined;
  takenOn: string;
  source: string;
};

/** Placeholder for a photo, inlined while the page is streamed. Text cannot match: its quotes are escaped. */
export const PICTURE = /src="picture:([a-z0-9]+)"/;

export const encodedPath = (path: string) => path.split("/").map(encodeURIComponent).join("/");
