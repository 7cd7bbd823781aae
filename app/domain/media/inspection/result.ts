import type { PictureCopy } from "~/services/pictures.server";
import type { MediaKind } from "../media";
import type { UploadRefusal } from "../refusals";

export type InspectionResult = Accepted | Refused;
export type Accepted = {
  ok: true;
  contentType: string;
  /** Pictures and videos only: upright, in pixels. */
  width?: number;
  height?: number;
  /** Photos only: the mean colour as `#rrggbb`. */
  colour?: string;
  copies?: PictureCopy[];
};
export type Refused = { ok: false; reason: UploadRefusal; found?: MediaKind };

export function refuse(reason: UploadRefusal, found?: MediaKind): Refused {
  return { ok: false, reason, ...(found && { found }) };
}
