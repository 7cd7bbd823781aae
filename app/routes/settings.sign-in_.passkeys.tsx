import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deviceOfRequest } from "~/http/session.server";
import { loadPasskeys, savePasskey } from "~/http/settings/passkeys.server";
import { requireVerifiedSignIn } from "~/http/settings/sign-in.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { PasskeysPage } from "~/ui/settings/passkeys-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireVerifiedSignIn(context);
  return json(await loadPasskeys(user, deviceOfRequest(request)));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireVerifiedSignIn(context);
  return savePasskey(user, request, context);
}

export const links = settingsStyles;

export const meta: MetaFunction = () => [{ title: "Passkeys | Amberkeep" }];

export default function PasskeysRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <PasskeysPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
