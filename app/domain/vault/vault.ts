import { z } from "zod";
import { email, line, optionalLine } from "~/domain/account/account";
import {
  type CalendarDate,
  DEFAULT_DELIVERY_HOUR,
  dateIn,
  horizonDate,
  isCalendarDate,
  isTimeZone,
} from "./delivery-date";

export const TITLE_MAX_LENGTH = 200;
/** In UTF-16 code units, which is how browsers count `maxlength`. */
export const MESSAGE_MAX_LENGTH = 100_000;

/** What a vault is stored as. */
export const VAULT_TYPES = ["letter", "video", "photo", "audio", "memory-board", "future-self"] as const;
export type VaultType = (typeof VAULT_TYPES)[number];

/** The stored type for the one in an address or a form: send-to-someone is a letter, and so is whatever we do not know. */
export function storedType(type: string | null | undefined): VaultType {
  return VAULT_TYPES.find((known) => known === type) ?? "letter";
}

export const VAULT_STATES = ["draft", "scheduled", "sealed", "delivering", "delivered", "held", "cancelled"] as const;
export type VaultState = (typeof VAULT_STATES)[number];

/** States in which the vault takes one of the places of its owner's plan. */
export const COUNTED_STATES = [
  "scheduled",
  "sealed",
  "delivering",
  "delivered",
  "held",
] as const satisfies VaultState[];
/** States in which the vault still waits for its date, or for its arrival. */
export const WAITING_STATES = ["scheduled", "sealed", "delivering", "held"] as const satisfies VaultState[];
/** States from which a due vault is handed over. */
export const DELIVERABLE_STATES = ["scheduled", "sealed"] as const satisfies VaultState[];
/** States in which the recipient may read. */
export const OPEN_STATES = ["delivering", "delivered", "held"] as const satisfies VaultState[];

export const DISPLAY_TITLE = "Untitled Vault";
export const DISPLAY_RECIPIENT = "No recipient specified";

/** One vault with its content, as those who may read it see it. */
export type Vault = {
  id: string;
  userId: string;
  type: VaultType;
  state: VaultState;
  title: string;
  message: string;
  recipient: string | null;
  recipientEmail: string | null;
  recipientPhone: string | null;
  includesMessage: boolean;
  deliveryDate: CalendarDate | null;
  deliveryHour: number;
  deliveryZone: string;
  deliveryAt: Date | null;
  createdAt: Date;
  sealedAt: Date | null;
  deliveredAt: Date | null;
};

/** What a list shows of a vault: no message. */
export type VaultSummary = Omit<Vault, "message" | "recipientPhone" | "includesMessage" | "userId">;

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
