import { z } from "zod";
import { plainDigits } from "./plain-digits";

/** Accepts spaces, and the digits of any script. */
export const openingCodeSchema = z.object({
  code: z
    .string({ error: "Please enter the six digits of the code." })
    .transform((code) => plainDigits(code).replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Please enter the six digits of the code."),
});
