import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** E.164, such as `+491711234567`. */
export type PhoneNumber = string & { readonly isPhoneNumber: true };

/** Fixed lines as well, since in some countries the number does not tell. No premium numbers. */
const MAY_GET_SMS = new Set<NumberType>([
  "MOBILE",
  "FIXED_LINE_OR_MOBILE",
  "FIXED_LINE",
  "VOIP",
  "PERSONAL_NUMBER",
  undefined,
]);

/** Requires the country code. @returns `null` when no text message can be sent there */
export function readPhoneNumber(typed: string): PhoneNumber | null {
  const given = typed.trim().replace(/^00\s*(?=[1-9])/, "+");
  if (!given.startsWith("+") || given.length > 40) return null;
  const number = parsePhoneNumberFromString(given, { extract: false });
  if (!number?.isValid() || number.ext || !MAY_GET_SMS.has(number.getType())) return null;
  return number.number as string as PhoneNumber;
}
