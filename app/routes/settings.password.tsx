import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireRecentSignIn } from "~/http/session.server";
import { savePassword } from "~/http/settings/password.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { PasswordPage } from "~/ui/settings/password-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireRecentSignIn(context);
  return json({ email: user.email });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context);
  return savePassword(user, request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const links = settingsStyles;

export const meta: MetaFunction = () => [{ title: "Password | Amberkeep" }];

export default function PasswordRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <PasswordPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
