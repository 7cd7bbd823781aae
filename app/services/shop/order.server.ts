import { z } from "zod";
import { ORDER_STATUSES, type OrderStatus } from "~db/schema/states";

/** An order as the shop reports it. Amounts are in cents of `currency`. */
export type ShopOrder = {
  id: string;
  storeId: string;
  number: number;
  isTest: boolean;
  status: OrderStatus;
  currency: string;
  /** Before discount; and before tax, unless prices include it. */
  subtotal: number;
  discount: number;
  total: number;
  isTaxIncluded: boolean;
  /** The sum of all refunds so far. */
  refunded: number;
  variantId: string;
  email: string;
  orderedAt: Date;
};

const cents = z.number().int().min(0).max(2_000_000_000);
const id = z
  .union([z.string(), z.number().int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/));

/** Source: https://docs.lemonsqueezy.com/api/orders/the-order-object */
export const orderResource = z
  .looseObject({
    type: z.literal("orders"),
    id,
    attributes: z.looseObject({
      store_id: id,
      order_number: z.number().int().min(0).max(2_000_000_000),
      test_mode: z.boolean().default(false),
      // A partly refunded order is a paid one: what counts is the amount.
      status: z.preprocess((status) => (status === "partial_refund" ? "paid" : status), z.enum(ORDER_STATUSES)),
      currency: z.string().length(3),
      subtotal: cents,
      discount_total: cents.default(0),
      total: cents,
      tax_inclusive: z.boolean().nullish(),
      refunded_amount: cents.default(0),
      user_email: z.string().max(300).default(""),
      first_order_item: z.looseObject({ variant_id: id }),
      created_at: z.coerce.date(),
    }),
  })
  .transform(
    ({ id, attributes: given }): ShopOrder => ({
      id,
      storeId: given.store_id,
      number: given.order_number,
      isTest: given.test_mode,
      status: given.status,
      currency: given.currency,
      subtotal: given.subtotal,
      discount: given.discount_total,
      total: given.total,
      isTaxIncluded: given.tax_inclusive === true,
      refunded: given.refunded_amount,
      variantId: given.first_order_item.variant_id,
      email: given.user_email.trim().toLowerCase(),
      orderedAt: given.created_at,
    }),
  );
