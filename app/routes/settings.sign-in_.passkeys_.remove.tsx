import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { redirectTo } from "~/http/form-only.server";
import { requireRecentSignIn } from "~/http/session.server";
import { forgetPasskey, PASSKEYS_PATH } from "~/http/settings/passkeys.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, PASSKEYS_PATH);

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context, PASSKEYS_PATH);
  return forgetPasskey(user, request);
}

export default function RemovePasskeyRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} choice="passkey" back="/settings/sign-in/passkeys" />
    </Page>
  );
}
