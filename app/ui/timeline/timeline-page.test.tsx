import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { listTimeline } from "~/domain/overview/timeline.server";
import { createLetter, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { timelineCardData } from "./timeline-data";
import { TimelinePage } from "./timeline-page";

it("shows later years first, also across time zones with different New Years", async () => {
  const { user } = await createUser({ vaultLimit: 5 });
  await createLetter(user, { title: "Samoa", deliveryDate: "2031-12-31", deliveryZone: "Pacific/Pago_Pago" });
  await createLetter(user, { title: "Kiribati", deliveryDate: "2032-01-01", deliveryZone: "Pacific/Kiritimati" });
  await createLetter(user, { title: "London", deliveryDate: "2031-12-31", deliveryZone: "Europe/London" });
  const { entries } = await listTimeline(user, {});
  const html = renderToStaticMarkup(
    <TimelinePage
      filters={{ search: "", sender: "", tag: "" }}
      senders={[]}
      cards={entries.map((entry) => timelineCardData(entry, undefined, WRITTEN_AT))}
      next={null}
      isFirstPage
      isPartial={false}
      more={[]}
      onShowMore={async () => {}}
    />,
  );
  const shown = ["<h2>2032</h2>", "Kiribati", "<h2>2031</h2>", "Samoa", "London"].map((words) => html.indexOf(words));
  expect(shown).not.toContain(-1);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

it("shows more of what was searched for, and leads back to its beginning from later pages", () => {
  const search = { filters: { search: "plum", sender: "me", tag: "" }, senders: [], next: "9-b", more: [] };
  const cards = [{ id: "v1", year: "2044" } as Parameters<typeof TimelinePage>[0]["cards"][number]];
  const hrefs = (isFirstPage: boolean) =>
    [
      ...renderToStaticMarkup(
        <TimelinePage
          {...search}
          cards={cards}
          isFirstPage={isFirstPage}
          isPartial={false}
          onShowMore={async () => {}}
        />,
      ).matchAll(/href="(\/timeline[^"]*)"/g),
    ].map(([, href]) => href);
  const [begin, further] = ["search=plum&amp;sender=me", "search=plum&amp;sender=me&amp;after=9-b"];
  expect(hrefs(true)).toContain(`/timeline?${further}`);
  expect(hrefs(true)).not.toContain(`/timeline?${begin}`);
  expect(hrefs(false)).toContain(`/timeline?${begin}`);
});

it("says when a search has not looked at everything yet, and leads to the next one", () => {
  const filters = { search: "plum", sender: "", tag: "" };
  const found = { senders: [], cards: [], next: null, isFirstPage: true, more: [], onShowMore: async () => {} };
  const searched = renderToStaticMarkup(<TimelinePage filters={filters} isPartial={false} {...found} />);
  expect(searched).toContain("Nothing matches");
  const html = renderToStaticMarkup(<TimelinePage filters={filters} isPartial {...found} />);
  expect(html).not.toContain("Nothing matches");
  expect(html).toMatch(/href="\/timeline\?search=plum"[^>]*>(<[^>]*>)*Search again/);
});
