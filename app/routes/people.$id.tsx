import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { profileOf } from "~/http/settings/people.server";
import { settingsStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { ProfileCard } from "~/ui/settings/people-pages";
import { useChrome } from "~/ui/shell/chrome";

/** The same 404 for a hidden person as for an unknown one. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  return json(await profileOf(await context.viewer(), params.id ?? ""), { headers: NOT_FOR_SEARCH });
}

const NOT_FOR_SEARCH = { "X-Robots-Tag": "noindex, nofollow" };

export const headers = () => NOT_FOR_SEARCH;

export const links = settingsStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Profile"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function ProfileRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <ProfileCard {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
