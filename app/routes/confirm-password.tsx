import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword } from "~/http/account/confirm-password.server";
import { requireUser } from "~/http/session.server";
import { ConfirmPasswordForm } from "~/ui/account/confirm-password-form";
import { Card } from "~/ui/base/card";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json({ email: user.email });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return confirmPassword(user, request, context);
}

export const meta: MetaFunction = () => [{ title: "Enter your password | Amberkeep" }];

export default function ConfirmPasswordRoute() {
  const { email } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined;
  return (
    <Page chrome={useChrome()} width="form">
      <PageHead
        title="Enter your password"
        lede="You logged in a while ago, so we want to make sure it's you."
        back={{ href: "/settings", label: "Back" }}
      />
      <Card>
        <ConfirmPasswordForm email={email} lastResult={lastResult} />
      </Card>
    </Page>
  );
}
