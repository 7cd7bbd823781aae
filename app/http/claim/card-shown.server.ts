import { z } from "zod";
import { isCardCode } from "~/domain/claim/card.server";
import { groupPrintedCode } from "~/domain/codes/printed-code";
import { type Qr, qrOf } from "~/domain/codes/qr.server";
import { env } from "~/env.server";
import { cardCookie } from "~/http/cookies.server";
import { now } from "~/services/clock.server";

/** The newest first. `until` is in milliseconds. */
const cardsInCookie = z.array(z.object({ id: z.string(), code: z.string(), until: z.number() })).catch([]);

const SHOWN_MS = 3_600_000;
/** As many as fit into a cookie. */
const CARDS_AT_MOST = 12;

export type CardShown = { groups: string[]; url: string; qr: Qr };

/** The card made in this browser within the last hour, unless a newer one replaced it. */
export async function cardShown(request: Request, vaultId: string): Promise<CardShown | undefined> {
  const made = (await cardsMadeHere(request)).find(({ id }) => id === vaultId);
  if (!made || !(await isCardCode(vaultId, made.code))) return undefined;
  const url = `${env.BASE_URL}/claim`;
  return {
    groups: groupPrintedCode(made.code),
    url: url.replace(/^https?:\/\//, ""),
    qr: qrOf(`${url}?code=${made.code}`),
  };
}

/** The Set-Cookie header that keeps a new card's code in the browser, beside those of cards for other vaults. */
export async function rememberCard(request: Request, id: string, code: string): Promise<string> {
  const others = (await cardsMadeHere(request)).filter((one) => one.id !== id);
  const card = { id, code, until: now().getTime() + SHOWN_MS };
  return cardCookie.serialize([card, ...others].slice(0, CARDS_AT_MOST));
}

async function cardsMadeHere(request: Request) {
  const made = cardsInCookie.parse(await cardCookie.parse(request.headers.get("Cookie")));
  return made.filter(({ until }) => until > now().getTime());
}
