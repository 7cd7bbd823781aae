import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";
import { checkoutSchema } from "~/domain/billing/billing-schema";
import { startCheckout } from "~/domain/billing/start-checkout.server";
import { callerOf, refuseCall } from "~/http/billing/answer.server";
import { CHECKOUT_REFUSALS, NO_CHECKOUT } from "~/http/billing/checkout.server";
import { rateLimited } from "~/http/rate-limit.server";

const callSchema = checkoutSchema.extend({ checkoutType: z.literal("vault") });

/** Takes and returns JSON, for script; the form of the plans does not use it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const caller = await callerOf(request, context, "upgrade your plan");
  if (!caller.ok) return caller.response;
  const call = callSchema.safeParse(await request.json().catch(() => undefined));
  if (!call.success) return refuseCall(400, NO_CHECKOUT, "Please choose a plan.");
  const limit = await rateLimited({ checkout_account: caller.user.id });
  if (limit) return refuseCall(429, NO_CHECKOUT, limit.form ?? "", limit.headers);
  const started = await startCheckout(caller.user, call.data);
  if (started.ok) return json({ url: started.url }, { headers: { "Cache-Control": "no-store" } });
  const { title = NO_CHECKOUT, form, fields, status = 400 } = CHECKOUT_REFUSALS[started.reason];
  return refuseCall(status, title, form ?? fields?.discountCode ?? "");
}
