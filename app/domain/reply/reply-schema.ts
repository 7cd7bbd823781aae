import { z } from "zod";
import { REPLY_MAX_LENGTH } from "./reply";

const NOTHING_WRITTEN = "Please write something, or add a photo, a video or a recording.";

/** The text may be empty if there are files. */
export function replySchema(hasFiles: boolean) {
  const text = z
    .string({ error: "Please send this field once." })
    .optional()
    // Browsers send line breaks as CR LF.
    .transform((written = "") => written.replace(/\r\n?/g, "\n"))
    .refine((written) => hasFiles || written.trim() !== "", NOTHING_WRITTEN)
    .refine(
      (written) => written.length <= REPLY_MAX_LENGTH,
      `Please use at most ${REPLY_MAX_LENGTH.toLocaleString("en")} characters.`,
    )
    .refine((written) => !written.includes("\u0000"), "Please use plain text.");
  return z.object({ text });
}
