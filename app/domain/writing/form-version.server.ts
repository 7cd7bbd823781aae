import { keyedDigest } from "~/services/cipher.server";
import type { FormValues } from "./form-values";

/** Of forms that were opened while their vault was a draft. */
export const DRAFT_VERSION = "draft";

/**
 * Sent along by the form of a scheduled vault. An earlier one means that the vault was changed since the form was
 * opened, such as in another window, or that another form has unsaved changes by now.
 * @param stored the vault as its form shows it without unsaved changes
 */
export function versionOf(stored: FormValues, formId: string, changes?: { formId: string }): string {
  const others = changes && changes.formId !== formId ? changes.formId : "";
  const beginning = JSON.stringify([comparable(stored), others]);
  // As short as it may be: the form's page has a budget.
  return keyedDigest("form version", beginning, "base64url").slice(0, 6);
}

/** Ignores the seal, which is asked for once, and the browser's line ends. */
export const comparable = ({ isToBeSealed: _, message, ...values }: FormValues) => ({
  ...values,
  message: message.replaceAll("\r\n", "\n"),
});
