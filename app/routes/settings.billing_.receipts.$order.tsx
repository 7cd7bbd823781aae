import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { receiptOf } from "~/domain/billing/orders.server";
import { signInTo } from "~/http/billing/answer.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";

const FAILED = {
  title: "Error opening portal",
  description: "The receipt can’t be reached right now. Please try again in a minute.",
  kind: "error",
} as const;

/** The shop's URL of a receipt expires, so it is requested each time. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, signInTo("manage your subscription"));
  const url = await receiptOf(user, params.order ?? "");
  return url ? redirect(url, 303) : redirectWithToast("/settings/billing", FAILED);
}
