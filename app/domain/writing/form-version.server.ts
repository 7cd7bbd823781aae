import { keyedDigest } from "~/services/cipher.server";
import type { FormValues } from "./form-values";

/** The version of forms that were opened while their vault was a draft. */
export const DRAFT_VERSION = "draft";

/**
 * Sent with the form of a scheduled vault. An earlier version means that the vault was changed since the form was
 * opened, such as in another window, or that another form now has unsaved changes.
 * @param stored the vault as its form shows it without unsaved changes
 */
export function versionOf(stored: FormValues, formId: string, changes?: { formId: string }): string {
  const others = changes && changes.formId !== formId ? changes.formId : "";
  const beginning = JSON.stringify([comparable(stored), others]);
  // Short, as the form's page has a size limit.
  return keyedDigest("form version", beginning, "base64url").slice(0, 6);
}

/** Ignores the seal, which is only asked for once, what the form was opened with, and the browser's line ends. */
export const comparable = ({ isToBeSealed: _, openedWith: __, message, ...values }: FormValues) => ({
  ...values,
  message: message.replaceAll("\r\n", "\n"),
});
