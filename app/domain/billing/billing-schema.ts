import { z } from "zod";
import { email, line, optionalLine } from "~/domain/account/account-schema";
import { PAID_PLAN_IDS } from "~/domain/account/plans";

const CHOOSE = "Please choose a plan.";
const planId = z.enum(PAID_PLAN_IDS, { error: CHOOSE });
const discountCode = optionalLine(60);

export const checkoutSchema = z.object({ planId, discountCode });

const GIFT_NOTE_MAX_LENGTH = 500;

const note = z
  .string({ error: "Please send this field once." })
  // Browsers send line breaks as CR LF.
  .transform((written) => written.replace(/\r\n?/g, "\n").trim())
  .refine((written) => written.length <= GIFT_NOTE_MAX_LENGTH, `Please use at most ${GIFT_NOTE_MAX_LENGTH} characters.`)
  .refine((written) => !written.includes("\u0000"), "Please use plain text.")
  .optional();

export const giftSchema = z.object({
  planId,
  recipientName: line(200, "Please enter their name"),
  recipientEmail: email,
  note,
  discountCode,
});

/** Another address for a gift. */
export const giftAddressSchema = z.object({ recipientEmail: email });

export type GiftInput = Omit<z.output<typeof giftSchema>, "discountCode">;
