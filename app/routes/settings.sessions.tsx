import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/http/session.server";
import { loadSessions, logOutDevices } from "~/http/settings/sessions.server";
import { now } from "~/services/clock.server";
import { settingsStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { SessionsPage } from "~/ui/settings/sessions-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json(await loadSessions(user, context, now()));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return logOutDevices(user, request, context);
}

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Devices and security | Amberkeep" }];

export default function SessionsRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} choice="session" />
      <SessionsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
