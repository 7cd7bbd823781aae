import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireRecentSignIn, requireUser } from "~/http/session.server";
import { loadSignInWays, SIGN_IN_PATH, saveMailLinks } from "~/http/settings/sign-in.server";
import { settingsStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { SignInPage } from "~/ui/settings/sign-in-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json(await loadSignInWays(user));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context, SIGN_IN_PATH);
  return saveMailLinks(user, request);
}

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Ways to log in | Amberkeep" }];

export default function SignInRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} choice="links" />
      <SignInPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
