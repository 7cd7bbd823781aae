import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { sendConfirmationOptions } from "~/http/account/confirm-password.server";
import { redirectTo } from "~/http/form-only.server";
import { requireUser } from "~/http/session.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/confirm-password");

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return sendConfirmationOptions(user, request, context);
}
