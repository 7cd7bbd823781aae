import { EmptyState } from "../base/empty-state";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { ShowMore, withoutDoubles } from "../base/show-more";
import { Filters, type TimelineFilters } from "./filters";
import { TimelineCard } from "./timeline-card";
import type { TimelineCardData } from "./timeline-data";

export type MoreTimelineCards = { cards: TimelineCardData[]; next: string | null };

type TimelineProps = MoreTimelineCards & {
  filters: TimelineFilters;
  senders: { id: string; name: string }[];
  isFirstPage: boolean;
  /** The search has not looked at everything yet. */
  isPartial: boolean;
  more: MoreTimelineCards[];
  onShowMore: (href: string) => Promise<void>;
};

const STILL_LOOKING = "We haven’t looked through everything that you received yet.";

/** Everything sent and received, furthest day first. */
export function TimelinePage({
  filters,
  senders,
  cards,
  next,
  isFirstPage,
  isPartial,
  more,
  onShowMore,
}: TimelineProps) {
  const shown = withoutDoubles([...cards, ...more.flatMap((page) => page.cards)]);
  const { next: further } = more.at(-1) ?? { next };
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHead
        title="Timeline"
        lede="Everything you sent and everything that reached you, the furthest day first."
        {...(!isFirstPage && { back: { href: timelineHref(filters), label: "Back to the beginning" } })}
      />
      <Filters filters={filters} senders={senders} />
      {isPartial && shown.length > 0 && (
        <Notice>
          <p>
            {STILL_LOOKING} <a href={timelineHref(filters)}>Search again to include more</a>
          </p>
        </Notice>
      )}
      {shown.length > 0 ? (
        <section className="thread-of-years" aria-label="Vaults">
          {byYear(shown).map(({ year, vaults }) => (
            <div key={year} className="year">
              <h2>{year || "Some day"}</h2>
              <ol className="thread">
                {vaults.map((vault) => (
                  <li key={vault.id}>
                    <TimelineCard vault={vault} />
                  </li>
                ))}
              </ol>
            </div>
          ))}
          <ShowMore href={further && timelineHref(filters, further)} count={shown.length} onShow={onShowMore} />
        </section>
      ) : isPartial ? (
        <EmptyState title="Nothing found yet" action={{ href: timelineHref(filters), label: "Search again" }}>
          {STILL_LOOKING}
        </EmptyState>
      ) : isFiltered ? (
        <EmptyState title="Nothing matches" action={{ href: "/timeline", label: "Clear filters" }}>
          No vault matches all of this. Try fewer words, or just the beginning of one.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing on your timeline yet" action={{ href: "/create", label: "Create A Vault Now" }}>
          What you send and what you receive appears here, by its day.
        </EmptyState>
      )}
    </>
  );
}

function timelineHref(filters: TimelineFilters, after?: string): string {
  const query = new URLSearchParams(Object.entries({ ...filters, after: after ?? "" }).filter(([, value]) => value));
  return query.size > 0 ? `/timeline?${query}` : "/timeline";
}

/** In time zones far apart, a day of the old year may come after one of the new year. */
function byYear(vaults: TimelineCardData[]): { year: string; vaults: TimelineCardData[] }[] {
  const years = new Map<string, TimelineCardData[]>();
  for (const vault of vaults) years.set(vault.year, [...(years.get(vault.year) ?? []), vault]);
  return [...years].map(([year, ofYear]) => ({ year, vaults: ofYear })).sort((a, b) => Number(b.year) - Number(a.year));
}
