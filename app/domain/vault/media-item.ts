import type { ViewedMedia } from "./view-vault.server";

/** What a page shows of a file. */
export type MediaItem = {
  id: string;
  href: string;
  kind: string;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until a photo has loaded. */
  colour: string | null;
};

export function mediaItem({ id, kind, fileName, altText, width, height, colour }: ViewedMedia): MediaItem {
  return { id, href: `/media/${id}`, kind, fileName, altText, width, height, colour };
}
