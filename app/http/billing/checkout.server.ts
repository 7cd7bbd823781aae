import { redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { checkoutSchema, giftSchema } from "~/domain/billing/billing-schema";
import { type CheckoutRefusal, startCheckout } from "~/domain/billing/start-checkout.server";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { embeddedShop } from "~/services/shop.server";

const REDIRECTING = { title: "Redirecting to checkout" };
export const NO_CHECKOUT = "Error creating checkout";

export const CHECKOUT_REFUSALS: Record<CheckoutRefusal, FormRefusal> = {
  no_shop: { title: NO_CHECKOUT, form: "Plans can’t be bought here yet.", status: 409 },
  not_larger: {
    title: "Error upgrading plan",
    form: "You already have this much room: please choose a larger plan.",
  },
  unavailable: {
    title: NO_CHECKOUT,
    form: "The checkout can’t be reached. Nothing was charged; please try again in a minute.",
    status: 503,
  },
  discount: { fields: { discountCode: "This code isn’t valid. Please check it, or leave it empty." } },
  no_url: { title: "Error", form: "No checkout URL received. Please try again.", status: 503 },
};

export async function postPlan(user: User, request: Request): Promise<Response> {
  const form = await readForm(request, checkoutSchema);
  if (!form.ok) return form.response;
  const limit = await rateLimited({ checkout_account: user.id });
  if (limit) return form.refuse(limit);
  const started = await startCheckout(user, form.value);
  return started.ok ? redirectToCheckout(started.url) : form.refuse(CHECKOUT_REFUSALS[started.reason]);
}

/** The embedded shop is on this site and can show the toast; coming back from another site it would be stale. */
function redirectToCheckout(url: string): Promise<Response> | Response {
  return embeddedShop ? redirectWithToast(url, REDIRECTING) : redirect(url, 303);
}

export async function postGift(user: User, request: Request): Promise<Response> {
  const form = await readForm(request, giftSchema);
  if (!form.ok) return form.response;
  const limit = await rateLimited({ checkout_account: user.id });
  if (limit) return form.refuse(limit);
  const { planId, discountCode, ...gift } = form.value;
  const started = await startCheckout(user, { planId, discountCode, gift });
  return started.ok ? redirectToCheckout(started.url) : form.refuse(CHECKOUT_REFUSALS[started.reason]);
}
