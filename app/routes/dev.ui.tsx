import type { MetaFunction } from "@remix-run/node";
import { useChrome } from "~/http/chrome";
import { requireDevPages } from "~/http/dev-pages.server";
import { createStyles } from "~/styles/sheets";
import { Files } from "~/ui/gallery/files";
import { Forms } from "~/ui/gallery/forms";
import { sections } from "~/ui/gallery/section";
import { Time } from "~/ui/gallery/time";
import { Vaults } from "~/ui/gallery/vaults";
import { Words } from "~/ui/gallery/words";
import { Page } from "~/ui/page";
import { PageHead } from "~/ui/page-head";
import { Tabs } from "~/ui/tabs";

export function loader() {
  requireDevPages(true);
  return null;
}

export const handle = { hydrate: false };

export const links = createStyles;

export const meta: MetaFunction = () => [{ title: "Components | Amberkeep" }];

/** A living page: every component in every state, for people who change them to look at. */
export default function DevUi() {
  return (
    <Page chrome={useChrome()}>
      <PageHead title="Every component, in every state" lede="Try it narrow, dark, zoomed, printed, and by keyboard." />
      <Tabs
        label="On this page"
        tabs={sections.map((section) => ({ href: `#${section}`, label: section, isCurrent: false }))}
      />
      <Vaults />
      <Time />
      <Forms />
      <Files />
      <Words />
    </Page>
  );
}
