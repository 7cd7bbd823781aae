import { z } from "zod";
import { isCardCode } from "~/domain/claim/card.server";
import { groupPrintedCode } from "~/domain/codes/printed-code";
import { type Qr, qrOf } from "~/domain/codes/qr.server";
import { env } from "~/env.server";
import { cardCookie } from "~/http/cookies.server";

const madeHere = z.object({ id: z.string(), code: z.string() });

/** What stands on a claim card: its code, and where that is typed or scanned. */
export type CardShown = { groups: string[]; address: string; qr: Qr };

/** The card of a vault that this browser made a short while ago, as long as no newer one took its place. */
export async function cardShown(request: Request, vaultId: string): Promise<CardShown | undefined> {
  const made = madeHere.safeParse(await cardCookie.parse(request.headers.get("Cookie"))).data;
  if (made?.id !== vaultId || !(await isCardCode(vaultId, made.code))) return undefined;
  const address = `${env.BASE_URL}/claim`;
  return {
    groups: groupPrintedCode(made.code),
    address: address.replace(/^https?:\/\//, ""),
    qr: qrOf(`${address}?code=${made.code}`),
  };
}
