import { useEffect } from "react";
import type { VaultType } from "~/domain/vault/vault";
import { ButtonLink } from "../base/button";
import { dayInFull } from "../base/day";
import { PageHead } from "../base/page-head";
import { VaultCard } from "../vault/vault-card";
import { addressLine, KINDS, titleOf } from "../vault/vault-card-data";
import { ACCOUNT_WORDS } from "./account-words";

export type AccountPromptProps = {
  drafts: {
    formId: string;
    href: string;
    type: VaultType;
    title: string;
    recipient: string;
    recipientEmail: string;
    /** `YYYY-MM-DD`. */
    deliveryDate: string;
  }[];
  /** `YYYY-MM-DD`. */
  keptUntil: string;
};

export function AccountPrompt({ drafts, keptUntil }: AccountPromptProps) {
  const [first] = drafts;
  const isOne = drafts.length === 1;
  useEffect(() => {
    const formIds = drafts.map(({ formId }) => formId);
    import("./local-memories").then(({ markPending }) => markPending(localStorage, formIds)).catch(ignore);
  }, [drafts]);
  const to = (mode: string) => `/auth?${new URLSearchParams({ mode, redirectTo: "/dashboard" })}`;
  return (
    <>
      <PageHead
        title={ACCOUNT_WORDS}
        lede={
          isOne
            ? "As soon as you’re logged in, it’s scheduled with everything in it, or kept as a draft if your plan has no room left."
            : "As soon as you’re logged in, we schedule what your plan has room for. The free plan has room for one; the others become drafts in your account."
        }
        {...(first && { back: { href: first.href, label: "Back" } })}
      />
      <div className="stack">
        {drafts.map((draft) => (
          <VaultCard
            key={draft.formId}
            headingLevel="h2"
            vault={{
              ...draft,
              id: draft.formId,
              title: titleOf(draft),
              kind: KINDS[draft.type],
              state: "draft",
              addressLine: addressLine(draft),
              badge: "Not scheduled yet",
            }}
          />
        ))}
        <p className="actions">
          <ButtonLink size="form" href={to("signup")}>
            Sign up
          </ButtonLink>
          <ButtonLink size="form" variant="quiet" href={to("login")}>
            Log in
          </ButtonLink>
        </p>
        <p className="small">
          Until then this browser keeps {isOne ? "it" : "them"} for you, at most until {dayInFull(keptUntil)}.
        </p>
      </div>
    </>
  );
}

/** The server has the draft, too. */
function ignore(): void {}
