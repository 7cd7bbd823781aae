import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireRecentSignIn } from "~/http/session.server";
import { askForNewEmail, newEmailOf } from "~/http/settings/email.server";
import { Page } from "~/ui/frame/page";
import { AskForNewEmail } from "~/ui/settings/email-pages";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireRecentSignIn(context);
  const to = newEmailOf(request);
  return to ? json({ from: user.email, to }) : redirect("/settings/profile");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireRecentSignIn(context);
  return askForNewEmail(user, request, context);
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Change your email | Amberkeep" }];

export default function EmailRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <AskForNewEmail {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </Page>
  );
}
