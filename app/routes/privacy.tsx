import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describeInstallation } from "~/http/installation-facts.server";
import { publicStyles } from "~/styles/sheets";
import { PrivacyPage } from "~/ui/public/privacy-page";
import { PublicPage } from "~/ui/public/public-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export const loader = () => json(describeInstallation());

export const links = publicStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Privacy | Amberkeep",
    description: "What Amberkeep knows about you, why, who else sees it, and for how long.",
    path: "/privacy",
  });

export default function PrivacyRoute() {
  const facts = useLoaderData<typeof loader>();
  return (
    <PublicPage chrome={useChrome()}>
      <PrivacyPage facts={facts} />
    </PublicPage>
  );
}
