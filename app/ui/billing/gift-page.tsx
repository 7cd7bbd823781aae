import { findPlan, type PlanId } from "~/domain/account/plans";
import type { GiftState } from "~/domain/billing/gift.server";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";
import { Pile } from "./pile";

type Props = {
  path: string;
  planId: PlanId;
  giverName: string;
  recipientName: string;
  note: string;
  state: GiftState;
  isMine: boolean;
  viewer: { email: string; hasUse: boolean } | null;
};

export function GiftPage({ planId, giverName, recipientName, note, state, ...claim }: Props) {
  const { name, vaultLimit } = findPlan(planId);
  return (
    <section className="gift">
      <div className="gift-pile">
        <Pile count={vaultLimit} />
      </div>
      <PageHead
        kicker={
          recipientName && (
            <>
              For <span dir="auto">{recipientName}</span>
            </>
          )
        }
        title={`Room for ${vaultLimit} letters`}
        lede={
          <>
            <span dir="auto">{giverName || "Someone"}</span> gave you the {name} plan. Write now, choose the day, and
            each letter reaches the person you choose, even decades from now.
          </>
        }
      />
      {note && (
        <blockquote className="quote" dir="auto">
          {note}
        </blockquote>
      )}
      {state === "waiting" ? <Claim {...claim} /> : <Gone state={state} isMine={claim.isMine} />}
    </section>
  );
}

function Claim({ path, viewer }: Pick<Props, "path" | "viewer">) {
  const returnTo = (mode: string) => `/auth?${new URLSearchParams({ mode, redirectTo: path })}`;
  if (!viewer) {
    return (
      <>
        <p className="actions">
          <ButtonLink size="form" href={returnTo("signup")}>
            Sign up and claim it
          </ButtonLink>
          <ButtonLink variant="secondary" size="form" href={returnTo("login")}>
            Log in
          </ButtonLink>
        </p>
        <p className="small">It’s paid for, and nothing renews.</p>
      </>
    );
  }
  if (!viewer.hasUse) {
    return <p>You have as much room already. You can pass the link on to someone else.</p>;
  }
  return (
    <form method="post" className="stack">
      <CsrfField />
      <Button size="form">Claim your gift</Button>
      <p className="small">
        It goes to the account of <span dir="auto">{viewer.email}</span>. It’s paid for, and nothing renews.
      </p>
    </form>
  );
}

function Gone({ state, isMine }: { state: GiftState; isMine: boolean }) {
  if (isMine && state === "claimed") {
    return (
      <p className="actions">
        <ButtonLink size="form" href="/create">
          Write your next letter
        </ButtonLink>
      </p>
    );
  }
  return <p>{state === "claimed" ? "It has been claimed already." : "It isn’t paid for, or was taken back."}</p>;
}
