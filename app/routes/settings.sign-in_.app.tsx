import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { APP_PATH, changeAuthenticator, loadAuthenticator } from "~/http/settings/authenticator.server";
import { requireVerifiedSignIn } from "~/http/settings/sign-in.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { AuthenticatorPage } from "~/ui/settings/authenticator-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireVerifiedSignIn(context);
  return json(await loadAuthenticator(user, request));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireVerifiedSignIn(context, APP_PATH);
  return changeAuthenticator(user, request);
}

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Authenticator app | Amberkeep" }];

export default function AuthenticatorRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <AuthenticatorPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
