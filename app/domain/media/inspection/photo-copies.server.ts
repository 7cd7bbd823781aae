import { putMedia } from "~/services/media-store.server";
import { copyKey } from "../media";
import type { Accepted } from "./result";

export async function storeCopies(storageKey: string, { copies = [] }: Accepted): Promise<void> {
  for (const { width, content } of copies) {
    await putMedia(copyKey(storageKey, width), content, { kind: "photo", contentType: "image/webp" });
  }
}
