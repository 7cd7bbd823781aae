import { z } from "zod";
import { email } from "~/domain/account/account-schema";

/** Another address for a recipient. Without `deliveryId` it is that of a sealed vault before its day. */
export const addressSchema = z.object({
  email,
  deliveryId: z
    .string({ error: "Please send this field once." })
    .max(40, "Please use at most 40 characters.")
    .optional(),
});
