import { z } from "zod";
import { parsePrintedCode } from "~/domain/codes/printed-code";

const MISSING = "Please enter the code on the card.";
const NOT_QUITE = "That’s not quite one of our codes. Please compare it with the card, letter by letter.";

export const claimSchema = z.object({
  code: z
    .string({ error: MISSING })
    .trim()
    .min(1, { error: MISSING, abort: true })
    .max(200, NOT_QUITE)
    .transform((typed, context) => {
      const code = parsePrintedCode(typed);
      if (code) return code;
      context.addIssue({ code: "custom", message: NOT_QUITE });
      return z.NEVER;
    }),
});

export const cardSchema = z.object({ showsDay: z.literal("on", { error: "Please send this field once." }).optional() });
