import { isCuid } from "@paralleldrive/cuid2";
import { z } from "zod";
import { line, optionalEmail } from "~/domain/account/account-schema";

export const GUEST_NAME_MAX_LENGTH = 200;

export const joinSchema = z.object({
  name: line(GUEST_NAME_MAX_LENGTH, "Please tell us your name."),
  email: optionalEmail,
  /** Created with the form, so the same form sent twice is one guest. */
  formId: z.string().refine(isCuid).optional().catch(undefined),
});
