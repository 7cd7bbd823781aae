import { isCuid } from "@paralleldrive/cuid2";
import { z } from "zod";
import { line, optionalEmail } from "~/domain/account/account-schema";

export const GUEST_NAME_MAX_LENGTH = 200;

const name = line(GUEST_NAME_MAX_LENGTH, "Please tell us your name.");

export const joinSchema = z.object({
  name,
  /** Created with the form, so the same form sent twice is one guest. */
  formId: z.string().refine(isCuid).optional().catch(undefined),
});

export const guestNameSchema = z.object({ name });

/** An empty one takes the address back. */
export const guestEmailSchema = z.object({ email: optionalEmail.transform((email) => email || null) });
