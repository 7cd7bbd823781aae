import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requireDevPages } from "~/http/dev/dev-pages.server";
import { showcaseStyles } from "~/styles/sheets";
import { PageHead } from "~/ui/base/page-head";
import { Tabs } from "~/ui/base/tabs";
import { Files } from "~/ui/dev/files";
import { Forms } from "~/ui/dev/forms";
import { sections } from "~/ui/dev/section";
import { Time } from "~/ui/dev/time";
import { VaultSamples } from "~/ui/dev/vaults";
import { Words } from "~/ui/dev/words";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

export function loader({ request }: LoaderFunctionArgs) {
  requireDevPages(request, true);
  return null;
}

export const handle = { hydrate: false };

export const links = showcaseStyles;

export const meta: MetaFunction = () => [{ title: "Components | Amberkeep" }];

export default function DevUiRoute() {
  return (
    <Page chrome={useChrome()}>
      <PageHead title="Every component, in every state" lede="Try it narrow, dark, zoomed, printed, and by keyboard." />
      <Tabs
        label="On this page"
        tabs={sections.map((section) => ({ href: `#${section}`, label: section, isCurrent: false }))}
      />
      <VaultSamples />
      <Time />
      <Forms />
      <Files />
      <Words />
    </Page>
  );
}
