import { putMedia } from "~/services/media-store.server";
import { copyKey } from "../media";
import type { Judged } from "./stored-file.server";

/** Keeps the copies that were drawn of a photo beside it; other files have none. */
export async function storeCopies(storageKey: string, { copies = [] }: Judged): Promise<void> {
  for (const { width, content } of copies) {
    await putMedia(copyKey(storageKey, width), content, { kind: "photo", contentType: "image/webp" });
  }
}
