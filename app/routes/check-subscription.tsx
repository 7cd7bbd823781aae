import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionOf } from "~/domain/billing/subscription";
import { refuseCall } from "~/http/billing/answer.server";

/** From the row that every request reads anyway, so a purchase shows at once; browsers cache it for five minutes. */
export async function loader({ context }: LoaderFunctionArgs) {
  const user = await context.viewer();
  if (!user) return refuseCall(401, "Error checking subscription", "Please try again later.");
  return json(subscriptionOf(user), { headers: { "Cache-Control": "no-store" } });
}
