import { randomBytes } from "node:crypto";
import type { FileChanges } from "~/domain/media/media";
import { keyedDigest } from "~/services/cipher.server";
import type { FormValues } from "./form-values";
import { VaultRefusedError } from "./vault-result.server";

type Changes = { values: FormValues } & FileChanges;

/** @param stored a scheduled vault as its form shows it without unsaved changes */
export function versionOf(stored: FormValues, changes?: Changes): string {
  if (!changes) return digest([comparable(stored)]);
  const { values, altTexts, removed } = changes;
  return digest([comparable(stored), comparable(values), altTexts, removed]);
}

/** Differs from that of a scheduled vault, so that scheduling a draft outdates its other open forms. */
export const draftVersionOf = (stored: FormValues): string =>
  digest(["draft", comparable(stored), stored.isToBeSealed ?? ""]);

// Short, as the form's page has a size limit.
const digest = (content: unknown[]) => keyedDigest("form version", JSON.stringify(content), "base64url").slice(0, 6);

/** Ignores the seal, which is only asked for once, what the form was opened with, and the browser's line ends. */
export const comparable = ({ isToBeSealed: _, openedWith: __, message, ...values }: FormValues) => ({
  ...values,
  message: message.replaceAll("\r\n", "\n"),
});

/**
 * A form's hidden field `version`: what it may replace, then the name of its next save. With script, each save adds
 * another name, so that a form knows its own saves even if their answers were lost.
 */
export const versionField = (...versions: (string | undefined)[]): string =>
  [...versions, createSaveName()].filter(Boolean).join(" ");

const createSaveName = () => randomBytes(3).toString("base64url");

export function saveNameIn(version: string | undefined): string {
  const name = version?.split(" ").at(-1) ?? "";
  return /^[\w-]{1,12}$/.test(name) ? name : createSaveName();
}

/**
 * Whether a form was opened before something else was saved, such as in another window. Never for one without a
 * version.
 * @param savedBy the name of the save that is stored
 */
export function isStale(version: string | undefined, current: string, savedBy?: string | null): boolean {
  if (version === undefined) return false;
  const known = version.split(" ");
  return !known.includes(current) && !(savedBy && known.includes(savedBy));
}

/** Sent again with the field of the refusal, the form replaces what is stored. */
export function changedElsewhere(...versions: (string | undefined)[]): VaultRefusedError {
  return new VaultRefusedError("changed_elsewhere", { version: versionField(...versions) });
}
