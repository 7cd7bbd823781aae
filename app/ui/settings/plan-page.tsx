import { findPlan, isNearlyFull, type PlanId } from "~/domain/account/plans";
import { VAULT_LIMIT } from "~/domain/vault/vault-words";
import { Card } from "../base/card";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { MakeRoom } from "./make-room";
import { PlanList } from "./plan-list";
import { SlotsUsed } from "./slots-used";

type Draft = { id: string; title: string };

export type PlanPageProps = {
  planId: PlanId;
  /** Slots in use, including those of delivered vaults. */
  used: number;
  delivered: number;
  limit: number;
  drafts: Draft[];
  hasMoreDrafts: boolean;
};

export function PlanPage({ planId, used, delivered, limit, ...waiting }: PlanPageProps) {
  const left = limit - used;
  return (
    <>
      <PageHead
        title="Plans"
        lede="A plan is a number of slots. Each vault that you schedule takes one; a draft takes none."
        back={{ href: "/dashboard", label: "Back" }}
      />
      <div className="stack">
        <Card title={`Your plan: ${findPlan(planId).name}`}>
          <SlotsUsed used={used} limit={limit} />
          {isNearlyFull(used, limit) ? (
            <Notice kind="warning" title={left > 0 ? "Your plan is nearly full" : VAULT_LIMIT}>
              <p>
                {left > 0 ? `${left} ${left === 1 ? "place is" : "places are"} left.` : "Every place is taken."}{" "}
                {takenBy(used, delivered)}
              </p>
            </Notice>
          ) : (
            <p className="small">{takenBy(used, delivered)}</p>
          )}
        </Card>
        <MakeRoom isFull={left <= 0} isWaiting={used > delivered} {...waiting} />
        <PlanList planId={planId} limit={limit} />
      </div>
    </>
  );
}

function takenBy(used: number, delivered: number): string {
  const toArrive = used - delivered;
  if (used === 0) return "None of your vaults takes a place yet.";
  if (used === 1) return `Your vault ${toArrive > 0 ? "is still to arrive" : "was delivered"}.`;
  if (delivered === 0) return "All your vaults are still to arrive.";
  if (toArrive === 0) return "All your vaults were delivered.";
  return `${toArrive} ${toArrive === 1 ? "is" : "are"} still to arrive, ${delivered} ${delivered === 1 ? "was" : "were"} delivered.`;
}
