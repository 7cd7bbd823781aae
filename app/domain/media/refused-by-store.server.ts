import { describeError, log } from "~/services/log.server";
import { MediaRefused, MediaUnavailable } from "~/services/media-store.server";
import { FILE_UPLOAD_FAILED } from "./refusals";
import { type RefusedUpload, refused, type Upload } from "./uploads.server";

/**
 * The answer for a file that the store did not take, because of what it is or because the store does not answer.
 * @throws `error` when it is anything else
 */
export function refusedByStore(error: unknown, upload: Upload): RefusedUpload {
  if (error instanceof MediaRefused) return refused("not_media", upload);
  if (!(error instanceof MediaUnavailable)) throw error;
  log.warn({ err: describeError(error) }, "the media store does not answer");
  return { ok: false, reason: "broke_off", message: FILE_UPLOAD_FAILED };
}
