import { createHash } from "node:crypto";
import { claimCodeHash } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { createPrintedCode } from "~/domain/codes/printed-code";
import { db } from "~/services/db.server";
import { claimCards } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { hasWeb, postForm } from "./forms";

/** The same in every process of a run. */
function codeOf(seed: string, letter: number): string {
  return createPrintedCode(createHash("sha256").update(`${seed} card ${letter}`).digest());
}

export async function createCard(seed: string, letter: number, vaultId: string): Promise<void> {
  const codeHash = claimCodeHash(codeOf(seed, letter));
  await db
    .insert(claimCards)
    .values({ vaultId, codeHash, printedDay: letter % 2 === 0 ? "2031-06-14" : null, createdAt: new Date() });
}

/** Returns whether the card opened its vault. */
export async function claimByCard(seed: string, letter: number): Promise<boolean> {
  const code = codeOf(seed, letter);
  if (!hasWeb) return (await claimVault(code)).ok;
  const response = await postForm(await createBrowser(), "/claim", { code });
  return response.status === 303 && (response.headers.get("Location") ?? "").startsWith("/open/");
}
