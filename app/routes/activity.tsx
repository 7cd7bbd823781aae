import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ACTIVITY_TABS, listActivity } from "~/domain/overview/activity.server";
import { countReceivedReplies } from "~/domain/reply/received-replies.server";
import { readActivityCursor, writeActivityCursor } from "~/http/cursor";
import { pageData } from "~/http/page-data.server";
import { now } from "~/services/clock.server";
import { threadStyles } from "~/styles/sheets";
import { activityData } from "~/ui/activity/activity-data";
import { ActivityPage, LogInPrompt, type MoreActivity } from "~/ui/activity/activity-page";
import { LiveToast } from "~/ui/frame/live-toast";
import { Page } from "~/ui/frame/page";
import { useLive, useSteadyChrome } from "~/ui/shell/live";
import { useShowMore } from "~/ui/shell/show-more";

/** Visitors see a login prompt (spec, section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.viewer();
  if (!user) return pageData({ logIn: `/auth?${new URLSearchParams({ mode: "login", redirectTo: context.path })}` });
  const query = new URL(request.url).searchParams;
  const tab = ACTIVITY_TABS.find((one) => one === query.get("tab")) ?? "all";
  const after = readActivityCursor(query);
  const [activity, repliesReceived] = await Promise.all([listActivity(user, tab, after), countReceivedReplies(user)]);
  return pageData({
    tab,
    isFirstPage: after === undefined,
    next: activity.next ? writeActivityCursor(activity.next) : null,
    ...activityData(user, { ...activity, repliesReceived }, now()),
  });
}

export const links = threadStyles;

export const meta: MetaFunction = () => [{ title: "Activity | Amberkeep" }];

export default function ActivityRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <Page chrome={useSteadyChrome()}>
      {"logIn" in data ? <LogInPrompt href={data.logIn} /> : <SignedIn {...data} />}
    </Page>
  );
}

type SignedInData = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { logIn: string }>;

function SignedIn(data: SignedInData) {
  const { more, showMore } = useShowMore<MoreActivity>();
  return (
    <>
      <ActivityPage {...data} more={more} onShowMore={showMore} />
      <LiveToast happened={useLive()} />
    </>
  );
}
