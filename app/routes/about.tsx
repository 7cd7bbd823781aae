import type { MetaFunction } from "@remix-run/node";
import { publicStyles } from "~/styles/sheets";
import { AboutPage } from "~/ui/public/about-page";
import { PublicPage } from "~/ui/public/public-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export const links = publicStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "About | Amberkeep",
    description: "Why Amberkeep exists, what we hold ourselves to, and what nobody can promise.",
    path: "/about",
  });

export default function AboutRoute() {
  const chrome = useChrome();
  return (
    <PublicPage chrome={chrome}>
      <AboutPage signedIn={chrome.viewer !== null} />
    </PublicPage>
  );
}
