import { type ActionFunctionArgs, json } from "@remix-run/node";
import { env } from "~/env.server";
import { callerOf } from "~/http/billing/answer.server";

/** One-time purchases have no portal at the shop: the list of receipts takes its place. */
export async function action({ request, context }: ActionFunctionArgs) {
  const caller = await callerOf(request, context, "manage your subscription");
  if (!caller.ok) return caller.response;
  return json({ url: `${env.BASE_URL}/settings/billing` }, { headers: { "Cache-Control": "no-store" } });
}
