import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findPendingEmail } from "~/domain/account/profile.server";
import { unusablePhoneOf } from "~/domain/delivery/try-sms.server";
import { loadDashboard } from "~/domain/overview/dashboard.server";
import { listDrafts } from "~/domain/overview/list-drafts.server";
import { listVaults } from "~/domain/overview/list-vaults.server";
import { loadNews } from "~/domain/overview/news.server";
import { readCursor, writeCursor } from "~/http/cursor";
import { pageData } from "~/http/page-data.server";
import { requireUser } from "~/http/session.server";
import { sentVault } from "~/http/writing/sent.server";
import { now } from "~/services/clock.server";
import { dashboardStyles, sentStyles } from "~/styles/sheets";
import { dashboardData } from "~/ui/dashboard/dashboard-data";
import { DashboardPage } from "~/ui/dashboard/dashboard-page";
import { hasVaults } from "~/ui/dashboard/has-vaults";
import { MoreVaultsPage } from "~/ui/dashboard/more-vaults";
import { sentData } from "~/ui/dashboard/sent-data";
import { SentPage } from "~/ui/dashboard/sent-page";
import { sentWords } from "~/ui/dashboard/sent-words";
import type { MoreVaults } from "~/ui/dashboard/vaults";
import { LiveToast } from "~/ui/frame/live-toast";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLive, useSteadyChrome } from "~/ui/shell/live";
import { RouteErrorPage } from "~/ui/shell/route-error-page";
import { useShowMore } from "~/ui/shell/show-more";
import { vaultCardData } from "~/ui/vault/vault-card-data";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const query = new URL(request.url).searchParams;
  const list = query.get("tab") === "delivered" ? ("delivered" as const) : ("pending" as const);
  const after = readCursor(query);
  const at = now();
  const sent = await sentVault(request, context, user, at);
  const pendingEmail = user.isEmailVerified ? null : ((await findPendingEmail(user, at)) ?? null);
  if (sent) {
    const unusablePhone = unusablePhoneOf(sent.viewed.vault);
    return pageData({ page: "sent" as const, sent: sentData(user, { ...sent, pendingEmail, unusablePhone }, at) });
  }
  if (query.get("tab") === "drafts") {
    const { drafts, next } = await listDrafts(user, query.get("after") ?? undefined);
    const cards = drafts.map((vault) => vaultCardData(vault, at));
    return pageData({ page: "further" as const, list: "drafts" as const, cards, next });
  }
  if (after) {
    const { vaults, next } = await listVaults(user, list, after);
    const cards = vaults.map((vault) => vaultCardData(vault, at));
    return pageData({ page: "further" as const, list, cards, next: next ? writeCursor(next) : null });
  }
  const [loaded, { hasLegacyContact, ...news }] = await Promise.all([
    loadDashboard(user, list, at),
    loadNews(user, at),
  ]);
  const next = loaded.next ? writeCursor(loaded.next) : null;
  return pageData({
    page: "first" as const,
    next,
    hasLegacyContact,
    ...dashboardData(user, { list, loaded, ...news, pendingEmail }, at),
  });
}

export const links = dashboardStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.page === "sent" ? sentWords(data.sent).heading : "Dashboard"} | Amberkeep` },
  ...sentStyles(data?.page === "sent" || (data?.page === "first" && !hasVaults(data))),
];

export default function DashboardRoute() {
  const data = useLoaderData<typeof loader>();
  const { more, showMore } = useShowMore<MoreVaults>();
  const happened = useLive();
  return (
    <Page chrome={useSteadyChrome()}>
      {data.page === "sent" && <SentPage {...data.sent} />}
      {data.page === "further" && <MoreVaultsPage {...data} />}
      {data.page === "first" && <DashboardPage {...data} more={more} onShowMore={showMore} />}
      <LiveToast happened={happened} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page chrome={useChrome()}>
      <RouteErrorPage
        title="We couldn’t load your dashboard"
        message="It’s our fault. Your vaults are safe, and so are their days."
        retryHref="/dashboard"
      />
    </Page>
  );
}
