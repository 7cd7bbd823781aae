import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { isSameSecret } from "../secret-token.server";
import { orderResource, type ShopOrder } from "./order.server";

export type ShopEvent = {
  name: string;
  /** Digest of the body, which is the same when an event is repeated. */
  digest: string;
  /** Only in events about an order. */
  order?: ShopOrder;
  /** As passed to the shop with the checkout. */
  checkoutId?: string;
};

const ABOUT_ORDERS = ["order_created", "order_refunded"];

const envelope = z.object({
  meta: z.looseObject({
    event_name: z.string().min(1).max(60),
    custom_data: z.looseObject({ checkout_id: z.string().max(60).optional() }).nullish(),
  }),
  data: z.unknown(),
});

/** Source: https://docs.lemonsqueezy.com/help/webhooks/signing-requests */
export function signWebhook(body: Buffer | string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** The signature covers the whole body, byte for byte. */
export function readShopEvent(
  body: Buffer,
  { signature, secret }: { signature: string | null; secret: string },
): { ok: true; event: ShopEvent } | { ok: false; reason: "unsigned" | "malformed" } {
  if (!isSameSecret((signature ?? "").toLowerCase(), signWebhook(body, secret))) {
    return { ok: false, reason: "unsigned" };
  }
  const parsed = envelope.safeParse(parseJson(body));
  if (!parsed.success) return { ok: false, reason: "malformed" };
  const { event_name: name, custom_data: custom } = parsed.data.meta;
  const event = { name, digest: createHash("sha256").update(body).digest("hex") };
  if (!ABOUT_ORDERS.includes(name)) return { ok: true, event };
  const order = orderResource.safeParse(parsed.data.data);
  if (!order.success) return { ok: false, reason: "malformed" };
  const checkoutId = custom?.checkout_id;
  return { ok: true, event: { ...event, order: order.data, ...(checkoutId && { checkoutId }) } };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
