import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { confirmPassword, loadConfirmation } from "~/http/account/confirm-password.server";
import { requireUser } from "~/http/session.server";
import { ConfirmPasswordForm } from "~/ui/account/confirm-password-form";
import { Card } from "~/ui/base/card";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json(await loadConfirmation(user, request));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return confirmPassword(user, request, context);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction = () => [{ title: "Confirm it’s you | Amberkeep" }];

export default function ConfirmPasswordRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <PageHead
        title="Confirm it’s you"
        lede="You logged in a while ago, so we ask once more before you go on."
        back={{ href: data.back, label: "Back" }}
      />
      <Card>
        <ConfirmPasswordForm {...data} lastResult={lastResult} />
      </Card>
    </Page>
  );
}
