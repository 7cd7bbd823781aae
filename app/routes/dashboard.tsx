import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadDashboard } from "~/domain/overview/dashboard.server";
import { listDrafts } from "~/domain/overview/list-drafts.server";
import { listVaults } from "~/domain/overview/list-vaults.server";
import { listReceivedVaults } from "~/domain/overview/received.server";
import { loadPrompts } from "~/domain/overview/slots.server";
import { readCursor, writeCursor } from "~/http/cursor";
import { pageData } from "~/http/page-data.server";
import { requireUser } from "~/http/session.server";
import { now } from "~/services/clock.server";
import { dashboardStyles } from "~/styles/sheets";
import { dashboardData } from "~/ui/dashboard/dashboard-data";
import { DashboardPage } from "~/ui/dashboard/dashboard-page";
import { MoreVaultsPage } from "~/ui/dashboard/more-vaults";
import type { MoreVaults } from "~/ui/dashboard/vaults";
import { ErrorPage } from "~/ui/frame/error-page";
import { LiveToast } from "~/ui/frame/live-toast";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLive, useSteadyChrome } from "~/ui/shell/live";
import { useShowMore } from "~/ui/shell/show-more";
import { vaultCardData } from "~/ui/vault/vault-card-data";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const query = new URL(request.url).searchParams;
  const list = query.get("tab") === "delivered" ? ("delivered" as const) : ("pending" as const);
  const after = readCursor(query);
  const at = now();
  if (query.get("tab") === "drafts") {
    const { drafts, next } = await listDrafts(user, query.get("after") ?? undefined);
    const cards = drafts.map((vault) => vaultCardData(vault, at));
    return pageData({ isFurtherPage: true as const, list: "drafts" as const, cards, next });
  }
  if (after) {
    const { vaults, next } = await listVaults(user, list, after);
    const cards = vaults.map((vault) => vaultCardData(vault, at));
    return pageData({ isFurtherPage: true as const, list, cards, next: next ? writeCursor(next) : null });
  }
  const [loaded, received, { hasLegacyContact, slots }] = await Promise.all([
    loadDashboard(user, list, at),
    listReceivedVaults(user),
    loadPrompts(user),
  ]);
  const next = loaded.next ? writeCursor(loaded.next) : null;
  return pageData({
    isFurtherPage: false as const,
    next,
    hasLegacyContact,
    ...dashboardData(user, list, loaded, received, slots, at),
  });
}

export const links = dashboardStyles;

export const meta: MetaFunction = () => [{ title: "Dashboard | Amberkeep" }];

export default function DashboardRoute() {
  const data = useLoaderData<typeof loader>();
  const { more, showMore } = useShowMore<MoreVaults>();
  const happened = useLive();
  return (
    <Page chrome={useSteadyChrome()}>
      {data.isFurtherPage ? (
        <MoreVaultsPage {...data} />
      ) : (
        <DashboardPage {...data} more={more} onShowMore={showMore} />
      )}
      <LiveToast happened={happened} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page chrome={useChrome()}>
      <ErrorPage
        title="Your dashboard could not be loaded"
        message="The fault is ours. Your vaults are safe, and so are their days."
        retryHref="/dashboard"
      />
    </Page>
  );
}
