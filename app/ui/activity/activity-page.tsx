import type { ActivityTab } from "~/domain/overview/activity.server";
import { ButtonLink } from "../base/button";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";
import { ShowMore, withoutDoubles } from "../base/show-more";
import { Tabs } from "../base/tabs";
import type { ActivityData, ActivityItem, ReplyItem } from "./activity-data";
import { ActivityList } from "./activity-list";
import { ReplyList } from "./reply-list";

export type MoreActivity = {
  upcoming: ActivityItem[];
  delivered: ActivityItem[];
  replies: ReplyItem[];
  next: string | null;
};

const TABS: { tab: ActivityTab; label: string }[] = [
  { tab: "all", label: "All" },
  { tab: "upcoming", label: "Upcoming" },
  { tab: "delivered", label: "Delivered" },
  { tab: "replies", label: "Replies" },
];

const CREATE = { href: "/create", label: "Create A Vault Now" };
const EMPTY: Record<ActivityTab, { title: string; words: string; action?: typeof CREATE }> = {
  all: {
    title: "Nothing has happened yet",
    words: "Once you’ve scheduled something, you can follow it here.",
    action: CREATE,
  },
  upcoming: { title: "Nothing is waiting", words: "Choose someone, and a day to surprise them.", action: CREATE },
  delivered: {
    title: "Nothing has been delivered yet",
    words: "Good things take their time. What has arrived will appear here.",
  },
  replies: {
    title: "No replies yet",
    words: "When someone replies to one of your memories, you’ll find their words here.",
  },
};

type ActivityProps = ActivityData & {
  tab: ActivityTab;
  next: string | null;
  isFirstPage: boolean;
  more: MoreActivity[];
  onShowMore: (href: string) => Promise<void>;
};

export function ActivityPage({
  tab,
  counts,
  upcoming,
  delivered,
  replies,
  next,
  isFirstPage,
  more,
  onShowMore,
}: ActivityProps) {
  const allUpcoming = withoutDoubles([...upcoming, ...more.flatMap((page) => page.upcoming)]);
  const allDelivered = withoutDoubles([...delivered, ...more.flatMap((page) => page.delivered)]);
  const allReplies = withoutDoubles([...replies, ...more.flatMap((page) => page.replies)]);
  const { next: further } = more.at(-1) ?? { next };
  const count = allUpcoming.length + allDelivered.length + allReplies.length;
  const { title, words, action } = EMPTY[tab];
  return (
    <>
      <PageHead
        title="Activity"
        lede="What’s waiting, and what has arrived."
        {...(!isFirstPage && { back: { href: hrefOf(tab), label: "Back to the beginning" } })}
      />
      <Tabs
        label="Activity"
        tabs={TABS.map(({ tab: of, label }) => ({
          href: hrefOf(of),
          label,
          count: counts[of],
          isCurrent: of === tab,
        }))}
      />
      {count > 0 ? (
        <div className="stack">
          <ActivityList title="Upcoming" items={allUpcoming} />
          <ActivityList title="Delivered" items={allDelivered} />
          <ReplyList items={allReplies} />
          <ShowMore href={further && hrefOf(tab, further)} count={count} onShow={onShowMore} />
        </div>
      ) : (
        <EmptyState title={title} {...(action && { action })}>
          {words}
        </EmptyState>
      )}
    </>
  );
}

function hrefOf(tab: ActivityTab, after?: string): string {
  const query = new URLSearchParams({ ...(tab !== "all" && { tab }), ...(after && { after }) });
  return query.size > 0 ? `/activity?${query}` : "/activity";
}

export function LogInPrompt({ href }: { href: string }) {
  return (
    <div className="standalone">
      <h1>Activity</h1>
      <p className="lede">Please log in to see what’s waiting, and what has arrived.</p>
      <p className="actions">
        <ButtonLink href={href}>Log in</ButtonLink>
      </p>
    </div>
  );
}
