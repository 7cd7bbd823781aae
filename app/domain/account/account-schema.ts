import { z } from "zod";
import { plainDigits } from "~/domain/codes/plain-digits";
import { isStrongPassword, PASSWORD_MAX_LENGTH, PASSWORD_TOO_SHORT } from "./account";
import { isMailAddress, withAsciiDomain } from "./mail-address";

const EMAIL_MAX_LENGTH = 254;

export const INVALID_EMAIL = "Please enter a valid email address";
/** Control characters in a line could end up in the header of a mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Not only spaces, zero-width characters and fillers: a title of these would be a link that no one sees. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Bidi controls are invisible, and make a name or title read in a different order than it is stored. Tabs come from
 * tables, and are seen as spaces.
 */
const asLine = (text: string) =>
  VISIBLE.test(text) ? text.replace(/\p{Bidi_Control}/gu, "").replaceAll("\t", " ") : "";

/** Copied along with an address from a chat or a list of contacts. Joiners are kept: Persian domains contain them. */
const withoutInvisible = (text: string) => text.replace(/(?!\p{Join_Control})\p{Cf}/gu, "");

/** Trims, drops what is invisible and refuses control characters. `required` is the message for an empty line. */
export function line(max: number, required: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? required : "Please send this field once.") })
    .overwrite(asLine)
    .trim()
    .min(1, required)
    .max(max, `Please use at most ${max} characters.`)
    .refine((value) => !CONTROL_CHARACTERS.test(value), "Please use plain text on one line.");
}

export function optionalLine(max: number) {
  return z
    .string({ error: "Please send this field once." })
    .overwrite(asLine)
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine((value) => !CONTROL_CHARACTERS.test(value), "Please use plain text on one line.")
    .optional();
}

/** An email as it is stored and compared: trimmed, lower case, NFC, its domain in ASCII. */
export const email = z
  .string({ error: (issue) => (issue.input === undefined ? INVALID_EMAIL : "Please send this field once.") })
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .overwrite(withAsciiDomain)
  .max(EMAIL_MAX_LENGTH, { error: `Please use at most ${EMAIL_MAX_LENGTH} characters.`, abort: true })
  .refine(isMailAddress, INVALID_EMAIL)
  .refine((value) => !CONTROL_CHARACTERS.test(value), INVALID_EMAIL);

export const optionalEmail = z
  .string({ error: "Please send this field once." })
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .normalize("NFC")
  .overwrite(withAsciiDomain)
  .max(EMAIL_MAX_LENGTH, { error: `Please use at most ${EMAIL_MAX_LENGTH} characters.`, abort: true })
  .refine((value) => value === "" || (isMailAddress(value) && !CONTROL_CHARACTERS.test(value)), INVALID_EMAIL)
  .optional();

/** The same characters typed on another keyboard are the same password. */
const password = z
  .string({ error: "Password must meet all requirements" })
  .normalize("NFKC")
  .max(PASSWORD_MAX_LENGTH, `Please use at most ${PASSWORD_MAX_LENGTH} characters.`);

const newPassword = password.refine(isStrongPassword, "Password must meet all requirements");

const confirmation = z.string({ error: "Passwords do not match" });

function passwordsMatch({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  return password === confirmPassword.normalize("NFKC");
}
const mismatch = { path: ["confirmPassword"], error: "Passwords do not match" };

export const signupSchema = z
  .object({
    email,
    password: newPassword,
    confirmPassword: confirmation,
    fullName: line(200, "Please enter your full name"),
    phone: optionalLine(40),
    timeZone: optionalLine(64),
  })
  .refine(passwordsMatch, mismatch);

const knownPassword = z
  .string({ error: "Please enter your password" })
  .normalize("NFKC")
  .min(1, "Please enter your password")
  .max(PASSWORD_MAX_LENGTH, `Please use at most ${PASSWORD_MAX_LENGTH} characters.`);

export const loginSchema = z.object({ email, password: knownPassword });

export const confirmPasswordSchema = z.object({ password: knownPassword });

export const resetSchema = z.object({ email });

/** Six digits from the app, or a recovery code in any grouping. */
export const secondStepSchema = z.object({
  code: z
    .string({ error: "Please enter the code" })
    .transform((code) => plainDigits(code).replace(/\s/g, ""))
    .refine((code) => code !== "", "Please enter the code")
    .refine((code) => code.length <= 40, "Please use at most 40 characters."),
});

export const newPasswordSchema = z
  .object({ password: newPassword, confirmPassword: confirmation })
  .refine(passwordsMatch, mismatch);

/** The page in the settings has a rule of its own (spec, section 5). */
export const changePasswordSchema = z
  .object({
    password: z
      .string({ error: PASSWORD_TOO_SHORT.description })
      .normalize("NFKC")
      .max(PASSWORD_MAX_LENGTH, `Please use at most ${PASSWORD_MAX_LENGTH} characters.`)
      .refine((value) => [...value].length >= 6, PASSWORD_TOO_SHORT.description),
    confirmPassword: z.string({ error: "Passwords don't match" }),
  })
  .refine(passwordsMatch, { path: ["confirmPassword"], error: "Passwords don't match" });
