import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** A telephone number as E.164 writes it, `+491711234567`: the only form in which one is kept for sending. */
export type PhoneNumber = string & { readonly isPhoneNumber: true };

/** What answers texts, or may: fixed lines are in, since some countries' numbers do not tell. Numbers that cost extra are out. */
const MAY_GET_SMS = new Set<NumberType>([
  "MOBILE",
  "FIXED_LINE_OR_MOBILE",
  "FIXED_LINE",
  "VOIP",
  "PERSONAL_NUMBER",
  undefined,
]);

/**
 * Reads a number as a person typed it: with its country's code, since without one nobody can tell where it is.
 * @returns `null` when no text message can go there
 */
export function readPhoneNumber(typed: string): PhoneNumber | null {
  const given = typed.trim().replace(/^00(?=[1-9])/, "+");
  if (!given.startsWith("+") || given.length > 40) return null;
  const number = parsePhoneNumberFromString(given, { extract: false });
  if (!number?.isValid() || number.ext || !MAY_GET_SMS.has(number.getType())) return null;
  return number.number as string as PhoneNumber;
}
