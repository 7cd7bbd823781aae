import { randomInt, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "~/env.server";
import { keyedDigest } from "../cipher.server";
import { log } from "../log.server";
import { shareRunning } from "../running-work.server";
import { orderResource } from "./order.server";
import type { NewCheckout, Shop } from "./shop.server";
import { signWebhook } from "./webhook.server";

/** The shop has no prices or names of its own: the caller sets them. */
export type Product = { name: string; cents: number };

/** Code and percentage off, for trying it out. */
const DISCOUNTS: Record<string, number> = { HALF: 50, FREE: 100 };

const VARIANTS = { starter: "101", plus: "102", premium: "103", ultimate: "104" };
const STORE_ID = "1";

export type StoredCheckout = NewCheckout & { id: string };
type Resource = { type: "orders"; id: string; attributes: Record<string, unknown> };
export type StoredOrder = { checkoutId: string; resource: Resource };

/** Like Lemon Squeezy, its orders do not say which checkout they came from; only its webhooks do. */
export type EmbeddedShop = Shop & {
  findCheckout(id: string): Promise<StoredCheckout | undefined>;
  /** Creates a paid order, or returns the one that this checkout has. Sends no webhook. */
  pay(checkout: StoredCheckout, product: Product): Promise<StoredOrder>;
  /** `cents` more than before, at most the total. */
  refund(orderId: string, cents: number): Promise<StoredOrder | undefined>;
  /** Newest first. */
  allOrders(): Promise<StoredOrder[]>;
  postWebhook(name: string, order: StoredOrder): Promise<void>;
};

/** Its state is files below the data folder, so that web and worker share it. */
export function createEmbeddedShop(): EmbeddedShop {
  const folder = (kind: "checkouts" | "orders") => resolve(env.AMBERKEEP_HOME, "shop", kind);
  const webhookSecret = keyedDigest("embedded-shop", "webhooks").slice(0, 40);

  async function allOrders(): Promise<StoredOrder[]> {
    const names = await readdir(folder("orders")).catch(() => []);
    const ids = names.flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []);
    const found = await Promise.all(ids.map((id) => read<StoredOrder>(folder("orders"), id)));
    return found.filter((order) => order !== undefined).sort((a, b) => Number(b.resource.id) - Number(a.resource.id));
  }

  const share = shareRunning<StoredOrder>();

  async function payOnce(checkout: StoredCheckout, product: Product): Promise<StoredOrder> {
    const before = (await allOrders()).find(({ checkoutId }) => checkoutId === checkout.checkoutId);
    if (before) return before;
    const order = { checkoutId: checkout.checkoutId, resource: createOrder(checkout, product) };
    await write(folder("orders"), order.resource.id, order);
    return order;
  }

  return {
    isEmbedded: true,
    storeId: STORE_ID,
    isTest: true,
    webhookSecret,
    variants: VARIANTS,
    async createCheckout(checkout) {
      if (checkout.discountCode && !discountOf(checkout.discountCode)) return { ok: false, failure: "discount" };
      const id = randomUUID();
      await write(folder("checkouts"), id, { ...checkout, id } satisfies StoredCheckout);
      return { ok: true, url: `${env.BASE_URL}/dev/checkout/${id}` };
    },
    async listOrders(page) {
      const orders = page === 1 ? (await allOrders()).map(({ resource }) => orderResource.parse(resource)) : [];
      return { ok: true, orders, isLast: true };
    },
    async receiptUrl(orderId) {
      return `${env.BASE_URL}/dev/checkout#order-${orderId}`;
    },
    findCheckout: (id) => read<StoredCheckout>(folder("checkouts"), id),
    pay: (checkout, product) => share(checkout.id, () => payOnce(checkout, product)),
    async refund(orderId, cents) {
      const order = await read<StoredOrder>(folder("orders"), orderId);
      if (!order) return undefined;
      const { attributes } = order.resource;
      const refunded = Math.min(Number(attributes.total), Number(attributes.refunded_amount) + cents);
      const isWhole = refunded === attributes.total;
      Object.assign(attributes, {
        refunded_amount: refunded,
        refunded: isWhole,
        status: isWhole ? "refunded" : "paid",
        updated_at: new Date().toISOString(),
      });
      await write(folder("orders"), orderId, order);
      return order;
    },
    allOrders,
    async postWebhook(name, { checkoutId, resource }) {
      const meta = { test_mode: true, event_name: name, custom_data: { checkout_id: checkoutId } };
      const body = JSON.stringify({ meta, data: resource });
      const headers = {
        "Content-Type": "application/json",
        "X-Event-Name": name,
        "X-Signature": signWebhook(body, webhookSecret),
      };
      await fetch(`http://127.0.0.1:${env.PORT}/webhooks/lemon-squeezy`, { method: "POST", headers, body }).catch(
        (error: unknown) => log.error({ err: error }, "the embedded shop's webhook did not arrive"),
      );
    },
  };
}

export function discountOf(code: string | undefined): number {
  return DISCOUNTS[code?.toUpperCase() ?? ""] ?? 0;
}

function createOrder({ email, name, variantId, discountCode }: StoredCheckout, product: Product): Resource {
  const now = Date.now();
  const id = `${now}${String(randomInt(1_000)).padStart(3, "0")}`;
  const discount = Math.round((product.cents * discountOf(discountCode)) / 100);
  const at = new Date(now).toISOString();
  return {
    type: "orders",
    id,
    attributes: {
      store_id: Number(STORE_ID),
      identifier: randomUUID(),
      order_number: Math.floor(now / 1000) % 1_000_000,
      user_name: name,
      user_email: email,
      currency: "USD",
      subtotal: product.cents,
      discount_total: discount,
      tax: 0,
      tax_inclusive: false,
      total: product.cents - discount,
      refunded_amount: 0,
      status: "paid",
      refunded: false,
      first_order_item: { variant_id: Number(variantId), product_name: "Amberkeep", variant_name: product.name },
      created_at: at,
      updated_at: at,
      test_mode: true,
    },
  };
}

async function read<Stored>(folder: string, id: string): Promise<Stored | undefined> {
  if (!/^[\w-]{1,40}$/.test(id)) return undefined;
  const text = await readFile(join(folder, `${id}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Writes atomically. */
async function write(folder: string, id: string, stored: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${id}.json`);
  const written = `${path}.${randomUUID()}`;
  await writeFile(written, JSON.stringify(stored));
  await rename(written, path);
}
