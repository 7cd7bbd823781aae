import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirectTo } from "~/http/form-only.server";
import { requireRecentSignIn } from "~/http/session.server";
import { PASSKEYS_PATH, sendRegistrationOptions } from "~/http/settings/passkeys.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, PASSKEYS_PATH);

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context, PASSKEYS_PATH);
  return sendRegistrationOptions(user, request, context);
}
