import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { registrationOptions } from "~/domain/account/passkeys.server";
import { sendPasskeyOptions } from "~/http/account/passkey-options.server";
import { redirectTo } from "~/http/form-only.server";
import { PASSKEYS_PATH } from "~/http/settings/passkeys.server";
import { requireVerifiedSignIn } from "~/http/settings/sign-in.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, PASSKEYS_PATH);

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireVerifiedSignIn(context, PASSKEYS_PATH);
  return sendPasskeyOptions(request, context, (browser) => registrationOptions(user, browser));
}
