import { z } from "zod";
import { cleanAltText } from "~/domain/media/media";
import { NOTE_MAX_LENGTH, STORY_MAX_LENGTH } from "./board";

const NOTHING_WRITTEN = "Please write something, or add a photo, a video or a recording.";

/** The words of a note, or beside a file. */
export function postSchema(hasFiles: boolean) {
  const max = hasFiles ? STORY_MAX_LENGTH : NOTE_MAX_LENGTH;
  const text = z
    .string({ error: "Please send this field once." })
    .optional()
    // Browsers send line breaks as CR LF.
    .transform((written = "") => written.replace(/\r\n?/g, "\n").trim())
    .refine((written) => hasFiles || written !== "", NOTHING_WRITTEN)
    .refine(
      (written) => written.length <= max,
      hasFiles
        ? `Beside a photo, a video or a recording there’s room for ${max} characters. Please shorten it, or put the rest in a story of its own.`
        : `Please use at most ${max.toLocaleString("en")} characters.`,
    )
    .refine((written) => !written.includes("\u0000"), "Please use plain text.");
  return z.object({ text });
}

/** Of a piece that was added before. Its alternative text counts for photos only. */
export function editSchema(hasFiles: boolean) {
  const altText = z
    .string({ error: "Please send this field once." })
    .optional()
    .transform((given = "") => cleanAltText(given));
  return postSchema(hasFiles).extend({ altText });
}
