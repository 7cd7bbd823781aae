import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { daysUntil, timeToDelivery } from "~/domain/vault/delivery-date";
import { listReceivedVaults, listVaults } from "~/domain/vault/list-vaults.server";
import { useChrome } from "~/http/chrome";
import { readCursor, writeCursor } from "~/http/cursor";
import { requireUser } from "~/http/session.server";
import { now } from "~/services/clock.server";
import { DashboardPage } from "~/ui/dashboard/dashboard-page";
import { dayIn, greeting } from "~/ui/dashboard/greeting";
import { Page } from "~/ui/page";
import { vaultCardData } from "~/ui/vault/vault-card-data";

/** Coming Up covers vaults delivered within this many days. */
const COMING_UP_DAYS = 30;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const query = new URL(request.url).searchParams;
  const list = query.get("tab") === "delivered" ? ("delivered" as const) : ("pending" as const);
  const counts = { pending: user.vaultsUsed - user.vaultsDelivered, delivered: user.vaultsDelivered };
  const [page, received] = await Promise.all([listVaults(user, list, readCursor(query)), listReceivedVaults(user)]);
  const at = now();
  const isComing = ({ state, deliveryDate, deliveryZone }: (typeof page.vaults)[number]) =>
    state !== "held" && deliveryDate !== null && daysUntil(deliveryDate, deliveryZone, at) <= COMING_UP_DAYS;
  return json({
    list,
    counts,
    today: dayIn(user.timeZone, at),
    greeting: greeting(user.name, user.timeZone, at),
    email: user.isEmailVerified ? null : user.email,
    isAtLimit: user.vaultsUsed >= user.vaultLimit,
    cards: page.vaults.map((vault) => vaultCardData(vault, at)),
    comingUp:
      list === "pending"
        ? page.vaults.filter(isComing).map((vault) => ({
            href: `/memories/${vault.id}`,
            title: vault.title,
            label: timeToDelivery(vault.deliveryDate ?? "", vault.deliveryZone, at),
          }))
        : [],
    received: received.map(({ id, title, senderName, isOpened }) => ({ id, title, senderName, isOpened })),
    next: page.next ? writeCursor(page.next) : null,
  });
}

export const meta: MetaFunction = () => [{ title: "Dashboard | Amberkeep" }];

export default function Dashboard() {
  return (
    <Page chrome={useChrome()}>
      <DashboardPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
