import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLink } from "~/domain/account/account-links.server";
import { requireUser } from "~/http/session.server";
import { confirmNewEmail, tokenOf } from "~/http/settings/email.server";
import { Page } from "~/ui/frame/page";
import { ConfirmNewEmail, ExpiredEmailLink } from "~/ui/settings/email-pages";
import { useChrome } from "~/ui/shell/chrome";

const LOG_IN = { title: "Please log in", description: "Log in as before to confirm your new address." };

/** GET changes nothing: mail scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, LOG_IN);
  const link = await findLink("change_email", tokenOf(request));
  return json({ to: link?.userId === user.id ? link.newEmail : null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return confirmNewEmail(user, request, context);
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Confirm your new address | Amberkeep" }];

export default function ConfirmEmailRoute() {
  const { to } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page chrome={useChrome()} width="form">
      {to ? <ConfirmNewEmail to={to} result={result} /> : <ExpiredEmailLink />}
    </Page>
  );
}
