import { TOAST_COOKIE } from "../../../app/http/toast-cookie.ts";
import { type Account, newPerson, openAccount } from "./accounts.ts";
import { query } from "./db.ts";
import type { FormClient } from "./form-client.ts";
import { linkIn, type MailFolder } from "./mailbox.ts";

export type PurchaseData = {
  /** An account that bought two plans, one of which was refunded in part, and a gift. */
  buyer: FormClient;
  /** A checkout that was not paid, at the shop, and its waiting page. */
  checkout: string;
  waiting: string;
  /** The buyer's page of an unclaimed gift, and its link. */
  giftCard: string;
  /** The buyer's page of a gift that could not be mailed. */
  lostGift: string;
  gift: string;
};

/** Starts a checkout. Returns its path at the embedded shop. */
export async function startCheckout(
  { client }: Account,
  fields: Record<string, string>,
  form = "/settings/plan",
): Promise<string> {
  const answer = await client.post(form, fields);
  const checkout = pathOf(answer.location);
  if (answer.status !== 303 || !checkout.startsWith("/dev/checkout/")) throw new Error(`Buying: ${answer.status}`);
  client.forget(TOAST_COOKIE);
  return checkout;
}

/** Pays a checkout at the embedded shop. Returns the page that waits for it. */
export async function pay({ client }: Account, checkout: string, payment = "pay"): Promise<string> {
  const answer = await client.post(checkout, { payment });
  if (answer.status !== 303) throw new Error(`Paying: ${answer.status}`);
  return pathOf(answer.location);
}

export async function createPurchases(url: string, mailbox: MailFolder): Promise<PurchaseData> {
  const buyer = await openAccount(url, { person: newPerson("Bea Buyer"), vaultLimit: 1 });
  for (const planId of ["starter", "plus"]) await pay(buyer, await startCheckout(buyer, { planId }));
  const [order] = await query(
    "SELECT o.id FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE c.user_id = ? AND o.plan_id = 'plus'",
    [buyer.id],
  );
  await buyer.client.post("/dev/checkout", { orderId: String(order?.id), intent: "refund_half" });
  const mia = newPerson("Mia Berger");
  const present = { planId: "plus", recipientName: mia.name, recipientEmail: mia.email, note: "For Leo’s letters." };
  const paid = await pay(buyer, await startCheckout(buyer, present, "/settings/plan/gift"));
  const { location } = await buyer.client.get(paid);
  const lost = newPerson("Leo Berger");
  const lostGift = { planId: "starter", recipientName: lost.name, recipientEmail: lost.email };
  await pay(buyer, await startCheckout(buyer, lostGift, "/settings/plan/gift"));
  await query("UPDATE gifts SET mail_state = 'lost' WHERE recipient_email = ?", [lost.email]);
  const [lostRow] = await query("SELECT checkout_id FROM gifts WHERE recipient_email = ?", [lost.email]);
  const checkout = await startCheckout(buyer, { planId: "ultimate" });
  buyer.client.forget(TOAST_COOKIE);
  const [unpaid] = await query("SELECT id FROM checkouts WHERE user_id = ? AND plan_id = 'ultimate'", [buyer.id]);
  return {
    buyer: buyer.client,
    checkout,
    waiting: `/settings/plan/waiting/${unpaid?.id}`,
    giftCard: pathOf(location),
    lostGift: `/settings/plan/gift/${lostRow?.checkout_id}`,
    gift: linkIn(await mailbox.waitFor(mia.email, /has a gift for you/)),
  };
}

function pathOf(location = ""): string {
  return location.replace(/^https?:\/\/[^/]+/, "");
}
