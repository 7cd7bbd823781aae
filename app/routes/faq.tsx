import type { MetaFunction } from "@remix-run/node";
import { publicStyles } from "~/styles/sheets";
import { FaqPage } from "~/ui/public/faq-page";
import { PublicPage } from "~/ui/public/public-page";
import { QUESTIONS } from "~/ui/public/questions";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export const links = publicStyles;

export const meta: MetaFunction = ({ matches }) => [
  ...describePage(matches, {
    title: "Questions and answers | Amberkeep",
    description: "What can I put into a vault? Who can read it before its day? What if an address no longer works?",
    path: "/faq",
  }),
  {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: QUESTIONS.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join("\n\n") },
      })),
    },
  },
];

export default function FaqRoute() {
  const chrome = useChrome();
  return (
    <PublicPage chrome={chrome}>
      <FaqPage signedIn={chrome.viewer !== null} />
    </PublicPage>
  );
}
