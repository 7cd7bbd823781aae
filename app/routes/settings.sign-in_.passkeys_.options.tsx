import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { registrationOptions } from "~/domain/account/passkeys.server";
import { sendPasskeyOptions } from "~/http/account/passkey-options.server";
import { redirectTo } from "~/http/form-only.server";
import { requireRecentSignIn } from "~/http/session.server";
import { PASSKEYS_PATH } from "~/http/settings/passkeys.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, PASSKEYS_PATH);

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context, PASSKEYS_PATH);
  return sendPasskeyOptions(request, context, (browser) => registrationOptions(user, browser));
}
