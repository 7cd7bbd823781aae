import { z } from "zod";
import { email } from "~/domain/account/account-schema";

export const subscribeSchema = z.object({
  email,
  returnTo: z.string({ error: "Please send this field once." }).optional(),
});
