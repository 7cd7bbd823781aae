import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ActivityPage } from "./activity-page";

const REPLY = { id: "r1" } as Parameters<typeof ActivityPage>[0]["replies"][number];

it.each([
  ["all", "/activity?after=9-b"],
  ["replies", "/activity?tab=replies&amp;after=9-b"],
] as const)("shows more of the tab %s", (tab, href) => {
  const html = renderToStaticMarkup(
    <ActivityPage
      tab={tab}
      counts={{ all: 9, upcoming: 0, delivered: 0, replies: 9 }}
      upcoming={[]}
      delivered={[]}
      replies={[REPLY]}
      next="9-b"
      isFirstPage
      more={[]}
      onShowMore={async () => {}}
    />,
  );
  expect(html).toContain(`href="${href}"`);
});
