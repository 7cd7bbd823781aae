import { z } from "zod";
import { email, line, optionalLine } from "~/domain/account/account-schema";
import {
  DEFAULT_DELIVERY_HOUR,
  dateIn,
  horizonDate,
  isCalendarDate,
  isTimeZone,
} from "~/domain/calendar/delivery-date";
import { ianaSpelling } from "~/domain/calendar/zone-spelling";
import { truncateText } from "~/domain/media/media";
import { backupRule, hasBackupAddress, reachFields } from "~/domain/vault/address-fields";
import {
  BOARD_NOTES_MAX_LENGTH,
  BOARD_RECIPIENTS_MAX,
  type BoardRecipient,
  type FormKind,
  MESSAGE_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from "~/domain/vault/vault";
import { NO_CONTENT, NO_DATE, NO_RECIPIENT, NO_TITLE } from "~/domain/vault/vault-words";
import { LINE_LENGTHS } from "./form-values";

const NAME_MAX_LENGTH = 200;

const SENT_TWICE = "Please send this field once.";
const INVALID_HOUR = "Please choose an hour";
const INVALID_ZONE = "Please choose a time zone";
const INVALID_LAST_DAY = "Please choose a day, or leave it empty.";
const PAST = "Please select a date that is still to come.";
const BEYOND = "Please select a date within 75 years.";

const once = { error: SENT_TWICE };
const missingOr = (missing: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : SENT_TWICE),
});

/** Browsers send line breaks as CR LF. */
const normalizeBreaks = (text: string) => text.replace(/\r\n?/g, "\n");

/** Refined, not piped into another string, where an empty text would count as missing. */
function fitting<Text extends z.ZodType<string>>(max: number, text: Text) {
  return text
    .refine((written) => written.length <= max, `Please use at most ${max.toLocaleString("en")} characters.`)
    .refine((written) => !written.includes("\u0000"), "Please use plain text.");
}

const messageMax = (kind: FormKind) => (kind === "memory-board" ? BOARD_NOTES_MAX_LENGTH : MESSAGE_MAX_LENGTH);

const optionalMessage = (max: number) =>
  fitting(
    max,
    z
      .string(once)
      .optional()
      .transform((text = "") => normalizeBreaks(text)),
  );

const requiredMessage = (max: number) =>
  fitting(max, z.string(missingOr(NO_CONTENT)).transform(normalizeBreaks)).refine(
    (text) => text.trim() !== "",
    NO_CONTENT,
  );

const deliveryHour = z.coerce
  .number({ error: INVALID_HOUR })
  .int(INVALID_HOUR)
  .min(0, INVALID_HOUR)
  .max(23, INVALID_HOUR)
  .default(DEFAULT_DELIVERY_HOUR);

const checkbox = z
  .literal("on", once)
  .optional()
  .transform((value) => value === "on");

type Row = { name?: string | undefined; email?: string | undefined } | undefined;

const boardRow = z
  .object({ name: optionalLine(NAME_MAX_LENGTH), email: email.optional() }, once)
  .refine(({ name, email }) => !name || email !== undefined, { path: ["email"], error: NO_RECIPIENT });

/** Empty rows do not count. The error is that of the first row too many. */
const rows = <Line extends z.ZodType<Row>>(line: Line) =>
  z
    .array(line.optional(), once)
    .refine((list) => list.filter((row) => row?.name || row?.email).length <= BOARD_RECIPIENTS_MAX, {
      path: [BOARD_RECIPIENTS_MAX, "email"],
      error: `A board goes to at most ${BOARD_RECIPIENTS_MAX} people.`,
    })
    .default([]);

/** Skips empty rows and repeated addresses; a missing name becomes the address, which may be longer than a name. */
function peopleIn(list: Row[]): BoardRecipient[] {
  const people = list.flatMap((row) =>
    row?.email ? [{ name: row.name || truncateText(row.email, NAME_MAX_LENGTH), email: row.email }] : [],
  );
  return [...new Map(people.map((person) => [person.email, person])).values()];
}

type Dated = { deliveryDate: string; deliveryZone: string };
/** Lets the date be validated while other fields are invalid. */
const isDated = ({ value }: { value: unknown }) => {
  const { deliveryDate, deliveryZone } = value as Partial<Dated>;
  return isCalendarDate(deliveryDate ?? "") && isTimeZone(deliveryZone ?? "");
};
const dateRule = (error: string) => ({ path: ["deliveryDate"], error, when: isDated });

const typedLine = (max: number) => optionalLine(max).transform((typed = "") => typed);

const typedLines = Object.fromEntries(
  Object.entries(LINE_LENGTHS).map(([name, max]) => [name, typedLine(max)]),
) as Record<keyof typeof LINE_LENGTHS, ReturnType<typeof typedLine>>;

/** Accepts anything typed, up to the length of each field. */
export const draftSchema = z.object({
  ...typedLines,
  boardRecipients: rows(z.object({ name: typedLine(NAME_MAX_LENGTH), email: typedLine(254) }, once)),
  message: optionalMessage(MESSAGE_MAX_LENGTH),
  deliveryDate: z.string(once).refine(isCalendarDate).optional().catch(undefined),
  deliveryHour: deliveryHour.catch(DEFAULT_DELIVERY_HOUR),
  deliveryZone: z.string(once).refine(isTimeZone).transform(ianaSpelling).optional().catch(undefined),
  includesMessage: checkbox,
  isToBeSealed: checkbox,
  isOpen: checkbox,
  needsApproval: checkbox,
  openedWith: z.string(once).optional(),
  closesOn: z.string(once).refine(isCalendarDate).optional().catch(undefined),
});

/** Dates are compared with `now`; a vault with files needs no message. */
export function vaultSchema(kind: FormKind, now: Date, { hasFiles = false } = {}) {
  const isToSomeone = kind === "send-to-someone";
  return draftSchema
    .extend({
      ...reachFields,
      title: line(TITLE_MAX_LENGTH, NO_TITLE),
      recipientEmail: isToSomeone
        ? z.string(missingOr(NO_RECIPIENT)).trim().min(1, NO_RECIPIENT).pipe(email)
        : z.string(once).optional(),
      boardRecipients: rows(boardRow).transform(peopleIn),
      message: (hasFiles ? optionalMessage : requiredMessage)(messageMax(kind)),
      deliveryDate: z.string(missingOr(NO_DATE)).refine(isCalendarDate, NO_DATE),
      deliveryHour,
      closesOn: z
        .string(once)
        .refine((day) => !day || isCalendarDate(day), INVALID_LAST_DAY)
        .optional(),
      deliveryZone: z
        .string({ error: INVALID_ZONE })
        .refine(isTimeZone, INVALID_ZONE)
        .transform(ianaSpelling)
        .default("UTC"),
    })
    .refine(hasBackupAddress, backupRule)
    .refine(({ deliveryDate, deliveryZone }: Dated) => deliveryDate >= dateIn(deliveryZone, now), dateRule(PAST))
    .refine(
      ({ deliveryDate, deliveryZone }: Dated) => deliveryDate <= horizonDate(deliveryZone, now),
      dateRule(BEYOND),
    );
}

/** Whether guests could add nothing to a new board. One that is scheduled may be past its last day. */
export function isLastDayOver({ closesOn, deliveryZone }: VaultFormValue, now: Date): boolean {
  return closesOn ? closesOn < dateIn(deliveryZone, now) : false;
}

export type VaultFormValue = z.output<ReturnType<typeof vaultSchema>>;
export type DraftFormValue = z.output<typeof draftSchema>;
