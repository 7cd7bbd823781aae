import { isCuid } from "@paralleldrive/cuid2";
import { z } from "zod";

/** In UTF-16 code units. */
export const THANKS_MAX_LENGTH = 3_000;

const NOTHING_WRITTEN = "Please write a few words.";

export const thanksSchema = z.object({
  text: z
    .string({ error: (issue) => (issue.input === undefined ? NOTHING_WRITTEN : "Please send this field once.") })
    // Browsers send line breaks as CR LF.
    .transform((written) => written.replace(/\r\n?/g, "\n").trim())
    .refine((written) => written !== "", NOTHING_WRITTEN)
    .refine(
      (written) => written.length <= THANKS_MAX_LENGTH,
      `Please use at most ${THANKS_MAX_LENGTH.toLocaleString("en")} characters.`,
    )
    .refine((written) => !written.includes("\u0000"), "Please use plain text."),
  formId: z.string().refine(isCuid).optional().catch(undefined),
});
