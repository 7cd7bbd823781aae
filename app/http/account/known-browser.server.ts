import { keyedDigest } from "~/services/cipher.server";
import { createSecretToken, isSameSecret } from "~/services/secret-token.server";
import { browserCookie } from "../cookies.server";

/** Accounts that one browser may know; the oldest is dropped. */
const ACCOUNTS_MAX = 5;

const proofOf = (email: string, nonce: string) => `${nonce}.${keyedDigest("known-browser", `${nonce}:${email}`)}`;

/** Returns an id of this browser among those that have logged in to the account; undefined if it has not. */
export async function knownBrowserOf(request: Request, email: string): Promise<string | undefined> {
  const proofs = await readProofs(request);
  return proofs.find((proof) => isSameSecret(proof, proofOf(email, nonceOf(proof))));
}

/** Returns the cookie by which `knownBrowserOf` knows the browser from now on. */
export async function rememberBrowser(request: Request, email: string): Promise<string> {
  const proofs = await readProofs(request);
  const others = proofs.filter((proof) => !isSameSecret(proof, proofOf(email, nonceOf(proof))));
  return browserCookie.serialize([proofOf(email, createSecretToken()), ...others].slice(0, ACCOUNTS_MAX));
}

const nonceOf = (proof: string) => proof.split(".", 1)[0] ?? "";

async function readProofs(request: Request): Promise<string[]> {
  const value: unknown = await browserCookie.parse(request.headers.get("Cookie"));
  if (!Array.isArray(value)) return [];
  return value.filter((proof): proof is string => typeof proof === "string").slice(0, ACCOUNTS_MAX);
}
