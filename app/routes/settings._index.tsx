import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/http/session.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { SettingsPage } from "~/ui/settings/settings-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  return json({ name: user.name, email: user.email });
}

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Settings | Amberkeep" }];

export default function SettingsRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <SettingsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
