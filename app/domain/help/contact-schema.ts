import { z } from "zod";
import { optionalEmail, optionalLine } from "~/domain/account/account-schema";

export const CONTACT_MAX_LENGTH = 5_000;

export const contactFormSchema = z.object({
  name: optionalLine(200),
  email: optionalEmail,
  message: z
    .string({
      error: (issue) => (issue.input === undefined ? "Please write something." : "Please send this field once."),
    })
    .trim()
    .min(1, "Please write something.")
    .max(CONTACT_MAX_LENGTH, `Please use at most ${CONTACT_MAX_LENGTH.toLocaleString("en")} characters.`)
    .refine((written) => !written.includes("\u0000"), "Please use plain text."),
});
