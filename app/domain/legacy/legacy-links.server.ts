import { isCuid } from "@paralleldrive/cuid2";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** What a link of a mail is for, and the path it lies under; a link of one purpose does not work for another. */
const PATHS = {
  /** Answers an invitation: of a contact. */
  invitation: "/legacy-invitation",
  /** Helps with a vault: of a contact and a vault. */
  help: "/legacy",
  /** Stops a wait, for the vault's owner: of a wait. */
  stop: "/legacy-stop",
} as const;
type Purpose = keyof typeof PATHS;

function sign(purpose: Purpose, ids: string): string {
  return keyedDigest(`legacy-${purpose}-link`, ids, "base64url");
}

/** The part of the address after the path: what it is about, and a signature that only this installation makes. */
export function legacyLink(purpose: Purpose, ...ids: string[]): string {
  return `${ids.join(".")}.${sign(purpose, ids.join("."))}`;
}

/** The full address, as a mail carries it. */
export function legacyUrl(purpose: Purpose, ...ids: string[]): string {
  return `${env.BASE_URL}${PATHS[purpose]}/${legacyLink(purpose, ...ids)}`;
}

/** The ids in a link that we signed for this purpose; undefined for every other text. */
export function idsInLink(purpose: Purpose, link: string): string[] | undefined {
  const parts = link.split(".");
  const signature = parts.pop() ?? "";
  if (parts.length === 0 || !parts.every((id) => isCuid(id))) return undefined;
  return isSameSecret(signature, sign(purpose, parts.join("."))) ? parts : undefined;
}

/** What the keys of all messages to a contact begin with: those not sent yet are held back when the contact goes. */
export const messagesTo = (contactId: string) => `legacy:${contactId}:`;
