import { z } from "zod";

/** Accepts spaces. */
export const openingCodeSchema = z.object({
  code: z
    .string({ error: "Please enter the six digits of the code." })
    .transform((code) => code.replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Please enter the six digits of the code."),
});
