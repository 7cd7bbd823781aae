import { z } from "zod";

/** What the form takes that checks a certificate; the certificate may come as a file instead. */
export const certificateFormSchema = z.object({
  certificate: z.string().optional(),
});
