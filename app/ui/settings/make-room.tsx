import { beyondPlan } from "~/domain/account/plans";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { FinishVault } from "../vault/finish-vault";
import type { PlanPageProps } from "./plan-page";

type MakeRoomProps = Pick<PlanPageProps, "used" | "limit" | "drafts" | "hasMoreDrafts"> & {
  /** Whether any vault can be cancelled. */
  isWaiting: boolean;
  hasLarger: boolean;
};

/** Explains that no slot is free for a draft, and how to get one. */
export function MakeRoom({ used, limit, drafts, hasMoreDrafts, isWaiting, hasLarger }: MakeRoomProps) {
  const isFull = used >= limit;
  if (!isFull && drafts.length === 0) return null;
  return (
    <Card title={titleFor(drafts.length)}>
      {drafts.length > 0 && (
        <ul className="rows">
          {drafts.map(({ id, title }) => (
            <li key={id}>
              <a className="row-link" href={editVaultHref(id)} dir="auto">
                {title}
              </a>
              {!isFull && <FinishVault id={id} title={title} className="button button-secondary" />}
            </li>
          ))}
        </ul>
      )}
      {hasMoreDrafts && (
        <a className="row-link" href="/dashboard?tab=drafts">
          All drafts
        </a>
      )}
      {isFull && (
        <p>
          {drafts.length > 0 && `${drafts.length === 1 ? "It" : "Each"} can be scheduled as soon as a place is free. `}
          {adviceFor({ used, limit, isWaiting, hasLarger })}
        </p>
      )}
      {isFull && isWaiting && (
        <p className="actions">
          <ButtonLink variant="secondary" href="/dashboard#vaults">
            See what’s waiting
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function adviceFor({ used, limit, isWaiting, hasLarger }: Omit<MakeRoomProps, "drafts" | "hasMoreDrafts">): string {
  if (used > limit) return beyondPlan(used, limit, isWaiting);
  return isWaiting
    ? "Cancelling one that’s still waiting frees its place at once. One that was delivered keeps its place."
    : `What’s on its way or delivered keeps its place${hasLarger ? ", so only a larger plan makes room" : ""}.`;
}

function titleFor(drafts: number): string {
  if (drafts === 0) return "How to make room";
  return drafts === 1 ? "Kept as a draft" : "Kept as drafts";
}
