import { z } from "zod";
import { isCardCode } from "~/domain/claim/card.server";
import { groupPrintedCode } from "~/domain/codes/printed-code";
import { type Qr, qrOf } from "~/domain/codes/qr.server";
import { env } from "~/env.server";
import { cardCookie } from "~/http/cookies.server";

const madeHere = z.object({ id: z.string(), code: z.string() });

export type CardShown = { groups: string[]; url: string; qr: Qr };

/** The card made in this browser within the last hour, unless a newer one replaced it. */
export async function cardShown(request: Request, vaultId: string): Promise<CardShown | undefined> {
  const made = madeHere.safeParse(await cardCookie.parse(request.headers.get("Cookie"))).data;
  if (made?.id !== vaultId || !(await isCardCode(vaultId, made.code))) return undefined;
  const url = `${env.BASE_URL}/claim`;
  return {
    groups: groupPrintedCode(made.code),
    url: url.replace(/^https?:\/\//, ""),
    qr: qrOf(`${url}?code=${made.code}`),
  };
}
