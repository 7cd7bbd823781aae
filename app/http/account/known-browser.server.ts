import { passwordDigest } from "~/domain/account/account.server";
import { keyedDigest } from "~/services/cipher.server";
import { createSecretToken, isSameSecret } from "~/services/secret-token.server";
import { browserCookie, readList } from "../cookies.server";

/** Accounts that one browser may know; the oldest is dropped. */
const ACCOUNTS_MAX = 5;

/** Returns an id of this browser if it has logged in with the account's present password. */
export async function knownBrowserOf(request: Request, email: string): Promise<string | undefined> {
  const proofs = await readProofs(request);
  if (proofs.length === 0) return undefined;
  const proofOf = await proofsFor(email);
  return proofs.find((proof) => isSameSecret(proof, proofOf(nonceOf(proof))));
}

/** Returns the cookie by which `knownBrowserOf` knows the browser from now on. */
export async function rememberBrowser(request: Request, email: string): Promise<string> {
  const proofs = await readProofs(request);
  const proofOf = await proofsFor(email);
  const others = proofs.filter((proof) => !isSameSecret(proof, proofOf(nonceOf(proof))));
  return browserCookie.serialize([proofOf(createSecretToken()), ...others].slice(0, ACCOUNTS_MAX));
}

/** Once the password changes, the browser of someone who stole it is no longer known. */
async function proofsFor(email: string): Promise<(nonce: string) => string> {
  const password = await passwordDigest(email);
  return (nonce) => `${nonce}.${keyedDigest("known-browser", `${nonce}:${email}:${password}`)}`;
}

const nonceOf = (proof: string) => proof.split(".", 1)[0] ?? "";

async function readProofs(request: Request): Promise<string[]> {
  return (await readList(browserCookie, request)).slice(0, ACCOUNTS_MAX);
}
