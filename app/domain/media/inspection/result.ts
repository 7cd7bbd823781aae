import type { MediaKind } from "../media";
import type { UploadRefusal } from "../refusals";

/** What a file is, by its content, or why it is refused. */
export type InspectionResult = Accepted | Refused;
export type Accepted = {
  ok: true;
  contentType: string;
  /** Of pictures and videos: upright, in pixels. */
  width?: number;
  height?: number;
  /** Of photos: the mean colour as `#rrggbb`, and the smaller copies. */
  colour?: string;
  copies?: PhotoCopy[];
};
export type PhotoCopy = { width: number; content: Buffer };
export type Refused = { ok: false; reason: UploadRefusal; found?: MediaKind };

export function refuse(reason: UploadRefusal, found?: MediaKind): Refused {
  return { ok: false, reason, ...(found && { found }) };
}
