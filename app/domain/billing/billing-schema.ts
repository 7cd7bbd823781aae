import { z } from "zod";
import { email, line, optionalLine } from "~/domain/account/account-schema";
import { PAID_PLAN_IDS } from "~/domain/account/plans";

const CHOOSE = "Please choose a plan.";
const planId = z.enum(PAID_PLAN_IDS, { error: CHOOSE });
const discountCode = optionalLine(60);

export const checkoutSchema = z.object({ planId, discountCode });

export const NOTE_MAX_LENGTH = 500;

export const giftSchema = z.object({
  planId,
  recipientName: line(200, "Please enter their name"),
  recipientEmail: email,
  note: optionalLine(NOTE_MAX_LENGTH),
  discountCode,
});

export type GiftInput = Omit<z.output<typeof giftSchema>, "discountCode">;
