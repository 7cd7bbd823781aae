import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { authenticationOptions } from "~/domain/account/passkeys.server";
import { sendPasskeyOptions } from "~/http/account/passkey-options.server";
import { redirectTo } from "~/http/form-only.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/auth?mode=login");

export async function action({ request, context }: ActionFunctionArgs) {
  return sendPasskeyOptions(request, context, authenticationOptions);
}
