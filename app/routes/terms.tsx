import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describeInstallation } from "~/http/installation-facts.server";
import { publicStyles } from "~/styles/sheets";
import { PublicPage } from "~/ui/public/public-page";
import { TermsPage } from "~/ui/public/terms-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export const loader = () => json({ operator: describeInstallation().operator });

export const links = publicStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Terms | Amberkeep",
    description: "What you can expect of Amberkeep, and what it asks of you.",
    path: "/terms",
  });

export default function TermsRoute() {
  const { operator } = useLoaderData<typeof loader>();
  return (
    <PublicPage chrome={useChrome()}>
      <TermsPage operator={operator} />
    </PublicPage>
  );
}
