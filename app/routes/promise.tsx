import { json, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { promiseFigures } from "~/domain/promise/figures.server";
import { figuresInWords, PLEDGE } from "~/domain/promise/promise-words";
import { promiseStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { PromisePage } from "~/ui/promise/promise-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

export async function loader() {
  const figures = await promiseFigures();
  return json({ figures: figuresInWords(figures), computedAt: figures.computedAt.slice(0, 16).replace("T", " at ") });
}

export const links = promiseStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Our promise | Amberkeep",
    description: "How many vaults wait and arrive on their day, and what happens if Amberkeep closes.",
    path: "/promise",
  });

export default function PromiseRoute() {
  return (
    <Page chrome={useChrome()}>
      <PromisePage {...useLoaderData<typeof loader>()} pledge={PLEDGE} />
    </Page>
  );
}
