import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { enterCode, requireSecondStep, secondStepKindOf } from "~/http/account/second-step.server";
import { returnPath } from "~/http/session.server";
import { SecondStepForm } from "~/ui/account/second-step-form";
import { Card } from "~/ui/base/card";
import { PageHead } from "~/ui/base/page-head";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSecondStep(request);
  const by = secondStepKindOf(request);
  const redirectTo = returnPath(request);
  const other = new URLSearchParams({ redirectTo, ...(by === "app" && { by: "recovery" }) });
  const login = new URLSearchParams({ mode: "login", redirectTo });
  return json({ by, otherHref: `/auth/code?${other}`, loginHref: `/auth?${login}` } as const);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return enterCode(request, context);
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Enter your code | Amberkeep" }];

const LEDES = {
  app: "Open the authenticator app on your phone.",
  recovery: "One of the ten you kept when you added your app.",
};

export default function SecondStepRoute() {
  const { by, otherHref, loginHref } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <PageHead
        title={by === "app" ? "Enter your code" : "Use a recovery code"}
        lede={LEDES[by]}
        back={{ href: loginHref, label: "Log in" }}
      />
      <Card>
        <SecondStepForm by={by} otherHref={otherHref} lastResult={lastResult} />
      </Card>
    </Page>
  );
}
