import { z } from "zod";

/** The certificate may be sent as a file instead. */
export const certificateFormSchema = z.object({
  certificate: z.string("Please send this field once.").optional(),
});
