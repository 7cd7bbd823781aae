import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCovers } from "~/domain/overview/covers.server";
import { listSenders, listTimeline } from "~/domain/overview/timeline.server";
import { VAULT_TYPES } from "~/domain/vault/vault";
import { readCursor, writeCursor } from "~/http/cursor";
import { pageData } from "~/http/page-data.server";
import { requireUser } from "~/http/session.server";
import { now } from "~/services/clock.server";
import { threadStyles } from "~/styles/sheets";
import { LiveToast } from "~/ui/frame/live-toast";
import { Page } from "~/ui/frame/page";
import { useLive, useSteadyChrome } from "~/ui/shell/live";
import { useShowMore } from "~/ui/shell/show-more";
import { timelineCardData } from "~/ui/timeline/timeline-data";
import { type MoreTimelineCards, TimelinePage } from "~/ui/timeline/timeline-page";

/** Longer searches are cut. */
const SEARCH_MAX_LENGTH = 200;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const query = new URL(request.url).searchParams;
  const search = (query.get("search") ?? "").trim().slice(0, SEARCH_MAX_LENGTH);
  const sender = query.get("sender") ?? "";
  const tag = VAULT_TYPES.find((type) => type === query.get("tag"));
  const after = readCursor(query);
  const filter = { ...(search && { search }), ...(sender && { sender }), ...(tag && { tag }) };
  const [{ entries, next, isPartial }, senders] = await Promise.all([
    listTimeline(user, filter, after),
    listSenders(user),
  ]);
  const covers = await listCovers(entries);
  const at = now();
  return pageData({
    filters: { search, sender, tag: tag ?? "" },
    senders,
    isFirstPage: after === undefined,
    isPartial,
    cards: entries.map((entry) => timelineCardData(entry, covers.get(entry.id), at)),
    next: next ? writeCursor(next) : null,
  });
}

export const links = threadStyles;

/** Read aloud first, so it says how a search went. */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const isFiltered = Object.values(data?.filters ?? {}).some(Boolean);
  const none = data?.isPartial ? "Nothing found yet, " : "Nothing matches, ";
  const outcome = data?.cards.length === 0 ? none : "Search results, ";
  return [{ title: `${isFiltered ? outcome : ""}Timeline | Amberkeep` }];
};

export default function TimelineRoute() {
  const data = useLoaderData<typeof loader>();
  const { more, showMore } = useShowMore<MoreTimelineCards>();
  return (
    <Page chrome={useSteadyChrome()}>
      <TimelinePage {...data} more={more} onShowMore={showMore} />
      <LiveToast happened={useLive()} />
    </Page>
  );
}
