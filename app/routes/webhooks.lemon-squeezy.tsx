import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveShopEvent } from "~/domain/billing/shop-event.server";
import { answerWebhook } from "~/http/answer-webhook.server";
import { log } from "~/services/log.server";
import { readShopEvent } from "~/services/shop/webhook.server";
import { shop } from "~/services/shop.server";

/** Lemon Squeezy repeats a webhook three times within minutes until a 200; then reconciliation finds the order. */
export async function action({ request }: ActionFunctionArgs) {
  if (!shop) return answerWebhook(404, "This installation listens to no webhooks of Lemon Squeezy.");
  const body = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get("X-Signature");
  const read = readShopEvent(body, { signature, secret: shop.webhookSecret });
  if (read.ok) return answerWebhook(200, await receiveShopEvent(read.event));
  log.warn({ reason: read.reason }, "a webhook was refused");
  return answerWebhook(read.reason === "unsigned" ? 401 : 400, `Refused: ${read.reason}.`);
}
