import { type ActionFunctionArgs, json } from "@remix-run/node";
import { env } from "~/env.server";
import { callerOf } from "~/http/billing/answer.server";

/** What is bought once has no portal at the shop: the receipts are the portal. */
export async function action({ request, context }: ActionFunctionArgs) {
  const caller = await callerOf(request, context, "manage your subscription");
  if (!caller.ok) return caller.response;
  return json({ url: `${env.BASE_URL}/settings/billing` }, { headers: { "Cache-Control": "no-store" } });
}
