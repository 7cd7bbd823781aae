import { isNearlyFull, isUpgrade, PLANS, type PlanId, SHOWN_AT_CHECKOUT } from "~/domain/account/plans";
import { VAULT_LIMIT } from "~/domain/vault/vault-words";
import { CsrfField } from "../base/csrf-field";
import { Mark } from "../base/mark";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { DiscountCode } from "../billing/discount-code";
import { Shelf } from "../billing/shelf";
import { VaultsUsed } from "../billing/vaults-used";
import { MakeRoom } from "./make-room";

type Draft = { id: string; title: string };

export type PlanPageProps = {
  planId: PlanId;
  /** Slots in use, including those of delivered vaults. */
  used: number;
  delivered: number;
  limit: number;
  drafts: Draft[];
  hasMoreDrafts: boolean;
  /** False where no payments are set up. */
  canBuy: boolean;
  /** Whether a vault can be cancelled. */
  canCancel: boolean;
  /** From the URL, or as typed. */
  discountCode: string;
  discountError?: string | undefined;
  /** The operator's email; null where there is a form instead. */
  contact: string | null;
};

export function PlanPage({ planId, used, delivered, limit, canBuy, canCancel, contact, ...more }: PlanPageProps) {
  const { discountCode, discountError, ...waiting } = more;
  const left = limit - used;
  const hasLarger = PLANS.some((plan) => isUpgrade(plan, limit));
  return (
    <>
      <PageHead
        kicker="Plans"
        title="How many letters have you got in you?"
        lede="Your plan sets how many vaults you can have. Each scheduled vault counts; drafts don’t."
      />
      <VaultsUsed used={used} delivered={delivered} limit={limit} />
      {isNearlyFull(used, limit) && (
        <Notice kind="warning" title={left > 0 ? "Your plan is nearly full" : VAULT_LIMIT}>
          <p>
            {left > 0
              ? `${left} ${left === 1 ? "vault is" : "vaults are"} left.`
              : "You’ve used every vault in your plan."}
          </p>
        </Notice>
      )}
      <form method="post" className="shelf-form" data-native data-plan={planId} data-limit={limit}>
        <CsrfField />
        {/* Enter in the field of the code must not choose a plan. */}
        {canBuy && hasLarger && (
          <button type="submit" hidden tabIndex={-1}>
            Use the code
          </button>
        )}
        <Shelf planId={planId} used={used} limit={limit} canBuy={canBuy} />
        {canBuy && hasLarger && <DiscountCode value={discountCode} error={discountError} />}
      </form>
      <MakeRoom used={used} limit={limit} isWaiting={canCancel} hasLarger={hasLarger} {...waiting} />
      <div className="shelf-foot">
        <Mark size={22} />
        <div>
          <p>
            Paid once, and nothing renews. Letters you’ve already scheduled are delivered no matter what.
            {!hasLarger && " You have the largest plan."}
            {canBuy && hasLarger && ` ${SHOWN_AT_CHECKOUT}`}
          </p>
          {!canBuy && hasLarger && (
            <p>
              Plans can’t be bought here yet. To get a larger one, write to{" "}
              {contact ? <a href={`mailto:${contact}`}>{contact}</a> : <a href="/contact">us</a>}.
            </p>
          )}
          <p className="shelf-links">
            {canBuy && <a href="/settings/plan/gift">Give a plan to someone</a>}{" "}
            <a href="/settings/billing">Orders and receipts</a>
          </p>
        </div>
      </div>
    </>
  );
}
