import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmationOptions } from "~/domain/account/passkeys.server";
import { sendPasskeyOptions } from "~/http/account/passkey-options.server";
import { redirectTo } from "~/http/form-only.server";
import { requireUser } from "~/http/session.server";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/confirm-password");

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return sendPasskeyOptions(request, context, (browser) => confirmationOptions(user.id, browser));
}
