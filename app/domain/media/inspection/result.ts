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
  copies?: PhotoCopy[];
};
export type PhotoCopy = { width: number; content: Buffer };
export type Refused = { ok: false; reason: UploadRefusal; found?: MediaKind };

export function refuse(reason: UploadRefusal, found?: MediaKind): Refused {
  return { ok: false, reason, ...(found && { found }) };
}
