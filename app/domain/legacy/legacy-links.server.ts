import { isCuid } from "@paralleldrive/cuid2";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";

/** A link signed for one purpose does not work for another. */
const PATHS = {
  /** Signed for a contact. */
  invitation: "/legacy-invitation",
  /** Signed for a request; mailed to the owner of the vault. */
  stop: "/legacy-stop",
} as const;
type Purpose = keyof typeof PATHS;
/** `linkVersion` is the contact's; its earlier links stop working. */
type HelpLink = { contactId: string; vaultId: string; linkVersion: number };

function sign(purpose: Purpose | "help", ids: string): string {
  return keyedDigest(`legacy-${purpose}-link`, ids, "base64url");
}

/** The last segment of the URL: the ids and their signature. */
export function legacyLink(purpose: Purpose, ...ids: string[]): string {
  return `${ids.join(".")}.${sign(purpose, ids.join("."))}`;
}

export function legacyUrl(purpose: Purpose, ...ids: string[]): string {
  return `${env.BASE_URL}${PATHS[purpose]}/${legacyLink(purpose, ...ids)}`;
}

/** Undefined unless the link was signed for this purpose. */
export function idsInLink(purpose: Purpose, link: string): string[] | undefined {
  const parts = link.split(".");
  const signature = parts.pop() ?? "";
  if (parts.length === 0 || !parts.every((id) => isCuid(id))) return undefined;
  return isSameSecret(signature, sign(purpose, parts.join("."))) ? parts : undefined;
}

/** The path segment after `/legacy/`, for a contact who is asked to help with a vault. */
export function helpLink({ contactId, vaultId, linkVersion }: HelpLink): string {
  const ids = `${contactId}.${vaultId}`;
  return `${ids}.${sign("help", `${ids}:${linkVersion}`)}`;
}

export function helpUrl(link: HelpLink): string {
  return `${env.BASE_URL}/legacy/${helpLink(link)}`;
}

/** Unchecked: the caller compares the link with `helpLink`. */
export function idsInHelpLink(link: string): { contactId: string; vaultId: string } | undefined {
  const [contactId = "", vaultId = ""] = link.split(".");
  return isCuid(contactId) && isCuid(vaultId) ? { contactId, vaultId } : undefined;
}
