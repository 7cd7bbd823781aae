import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveShopEvent } from "~/domain/billing/shop-event.server";
import { log } from "~/services/log.server";
import { readShopEvent } from "~/services/shop/webhook.server";
import { shop } from "~/services/shop.server";

/** Lemon Squeezy repeats a webhook three times within minutes until a 200; then reconciliation finds the order. */
const answer = (status: number, text: string) =>
  new Response(text, { status, headers: { "Cache-Control": "no-store" } });

export async function action({ request }: ActionFunctionArgs) {
  if (!shop) return answer(404, "This installation listens to no webhooks of Lemon Squeezy.");
  const body = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get("X-Signature");
  const read = readShopEvent(body, { signature, secret: shop.webhookSecret });
  if (read.ok) return answer(200, await receiveShopEvent(read.event));
  log.warn({ reason: read.reason }, "a webhook was refused");
  return answer(read.reason === "unsigned" ? 401 : 400, `Refused: ${read.reason}.`);
}
