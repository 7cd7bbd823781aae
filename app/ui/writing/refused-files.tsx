import type { SubmissionResult } from "@conform-to/react";
import { MEDIA_KINDS } from "~/domain/media/media";
import { ErrorNotice } from "../base/notice";

/** For a page between the form and itself: the form is sent on without these files, and would not name them again. */
export function RefusedFiles({ error }: Pick<SubmissionResult<string[]>, "error">) {
  return MEDIA_KINDS.map((kind) => <ErrorNotice key={kind} errors={error?.[kind]} />);
}
