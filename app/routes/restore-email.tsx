import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLink } from "~/domain/account/account-links.server";
import { restoreOldEmail, tokenOf } from "~/http/settings/email.server";
import { Page } from "~/ui/frame/page";
import { ExpiredRestoreLink, RestoreOldEmail } from "~/ui/settings/email-pages";
import { useChrome } from "~/ui/shell/chrome";

/** GET changes nothing: mail scanners follow links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const link = await findLink("undo_email", tokenOf(request));
  return json({ to: link?.newEmail ?? null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return restoreOldEmail(request, context);
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Restore your address | Amberkeep" }];

export default function RestoreEmailRoute() {
  const { to } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page chrome={useChrome()} width="form">
      {to ? <RestoreOldEmail to={to} result={result} /> : <ExpiredRestoreLink />}
    </Page>
  );
}
