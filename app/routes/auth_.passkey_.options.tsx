import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { sendSignInOptions } from "~/http/account/passkey.server";
import { redirectTo } from "~/http/form-only.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/auth?mode=login");

export async function action({ request, context }: ActionFunctionArgs) {
  return sendSignInOptions(request, context);
}
