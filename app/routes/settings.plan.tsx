import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDrafts } from "~/domain/overview/list-drafts.server";
import { requireUser } from "~/http/session.server";
import { planStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { PlanPage } from "~/ui/settings/plan-page";
import { useChrome } from "~/ui/shell/chrome";
import { titleOf } from "~/ui/vault/vault-card-data";

const DRAFTS_SHOWN = 3;

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const { drafts } = await listDrafts(user);
  return json({
    planId: user.planId,
    used: user.vaultsUsed,
    delivered: user.vaultsDelivered,
    limit: user.vaultLimit,
    drafts: drafts.slice(0, DRAFTS_SHOWN).map((draft) => ({ id: draft.id, title: titleOf(draft) })),
    hasMoreDrafts: drafts.length > DRAFTS_SHOWN,
  });
}

export const links = planStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Plans | Amberkeep" }];

export default function PlanRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <PlanPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
