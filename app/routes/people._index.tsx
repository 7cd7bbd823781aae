import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/http/session.server";
import { searchPeople } from "~/http/settings/people.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { FindPeoplePage } from "~/ui/settings/people-pages";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const { data, ...init } = await searchPeople(user, request);
  return json(data, init);
}

export const links = settingsStyles;

export const handle = { hydrate: false, keepsFields: true };

export const meta: MetaFunction = () => [{ title: "Find people | Amberkeep" }];

export default function PeopleRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <FindPeoplePage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
