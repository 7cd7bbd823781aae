import { z } from "zod";
import { email, line } from "~/domain/account/account-schema";
import { isCalendarDate } from "~/domain/calendar/delivery-date";
import { WELCOME_MAX_LENGTH } from "./board";

const once = { error: "Please send this field once." };

const ticked = z
  .literal("on", once)
  .optional()
  .transform((value) => value === "on");

const writtenWelcome = z
  .string(once)
  .optional()
  .transform((written) => written?.replace(/\r\n?/g, "\n").trim());

export const settingsSchema = z.object({
  /** What the form was opened with. */
  openedWith: z.string(once).optional(),
  openedWelcome: writtenWelcome,
  /** Unchanged without the field. */
  welcome: writtenWelcome.refine(
    (written = "") => written.length <= WELCOME_MAX_LENGTH,
    `Please use at most ${WELCOME_MAX_LENGTH} characters.`,
  ),
  needsApproval: ticked,
  isOpen: ticked,
  isPaused: ticked,
  closesOn: z
    .string(once)
    .trim()
    .optional()
    .transform((value) => value || null)
    .refine((value) => value === null || isCalendarDate(value), "Please choose a day, or leave it empty."),
});

export const coHostSchema = z.object({ hostName: line(200, "Please enter their name."), hostEmail: email });
