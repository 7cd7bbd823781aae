import { z } from "zod";
import { email, line, optionalLine } from "~/domain/account/account-schema";
import { DEFAULT_DELIVERY_HOUR, dateIn, horizonDate, isCalendarDate, isTimeZone } from "./delivery-date";
import { MESSAGE_MAX_LENGTH, TITLE_MAX_LENGTH } from "./vault";

const NO_CONTENT = "Please add at least one photo, video, audio file, or write a message.";
const NO_RECIPIENT = "Please provide an email address for the recipient.";
const NO_DATE = "Please select a delivery date";
const SENT_TWICE = "Please send this field once.";

/** Says `missing` when a field was not sent, and that it was sent twice when it was. */
const missingOr = (missing: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : SENT_TWICE),
});

/** Browsers send line breaks as CR LF; a letter has one kind. */
const messageText = z
  .string(missingOr(NO_CONTENT))
  .transform((text) => text.replace(/\r\n?/g, "\n"))
  .pipe(
    z
      .string()
      .max(MESSAGE_MAX_LENGTH, `Please use at most ${MESSAGE_MAX_LENGTH.toLocaleString("en")} characters.`)
      .refine((text) => !text.includes("\u0000"), "Please use plain text.")
      .refine((text) => text.trim() !== "", NO_CONTENT),
  );

const deliveryHour = z.coerce
  .number({ error: "Please choose an hour" })
  .int("Please choose an hour")
  .min(0, "Please choose an hour")
  .max(23, "Please choose an hour")
  .default(DEFAULT_DELIVERY_HOUR);

const deliveryZone = z
  .string({ error: "Please choose a time zone" })
  .refine(isTimeZone, "Please choose a time zone")
  .default("UTC");

/** Rules of the form that creates or edits a letter to someone. `now` decides which dates are still to come. */
export function letterSchema(now: Date) {
  return z
    .object({
      title: line(TITLE_MAX_LENGTH, "Title is required"),
      recipientName: optionalLine(200),
      recipientEmail: z.string(missingOr(NO_RECIPIENT)).trim().min(1, NO_RECIPIENT).pipe(email),
      recipientPhone: optionalLine(40),
      message: messageText,
      deliveryDate: z.string(missingOr(NO_DATE)).refine(isCalendarDate, NO_DATE),
      deliveryHour,
      deliveryZone,
      includesMessage: z
        .literal("on", { error: SENT_TWICE })
        .optional()
        .transform((value) => value === "on"),
    })
    .superRefine(({ deliveryDate, deliveryZone }, context) => {
      if (!isCalendarDate(deliveryDate) || !isTimeZone(deliveryZone)) return;
      const refuse = (message: string) => context.addIssue({ code: "custom", path: ["deliveryDate"], message });
      if (deliveryDate < dateIn(deliveryZone, now)) refuse("Please select a date that is still to come.");
      if (deliveryDate > horizonDate(deliveryZone, now)) refuse("Please select a date within 75 years.");
    });
}

export type LetterInput = z.output<ReturnType<typeof letterSchema>>;
