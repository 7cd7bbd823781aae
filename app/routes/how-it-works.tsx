import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describeInstallation } from "~/http/installation-facts.server";
import { publicStyles } from "~/styles/sheets";
import { HowItWorksPage } from "~/ui/public/how-it-works-page";
import { PublicPage } from "~/ui/public/public-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export const loader = () => json({ hasSms: describeInstallation().hasSms });

export const links = publicStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "How it works | Amberkeep",
    description:
      "Write it, choose the day, and we deliver it: what happens to a letter on its way, and when its address no longer works.",
    path: "/how-it-works",
  });

export default function HowItWorksRoute() {
  const { hasSms } = useLoaderData<typeof loader>();
  const chrome = useChrome();
  return (
    <PublicPage chrome={chrome}>
      <HowItWorksPage signedIn={chrome.viewer !== null} hasSms={hasSms} />
    </PublicPage>
  );
}
