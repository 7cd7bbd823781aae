import type { SubmissionResult } from "@conform-to/react";
import type { FormFile } from "~/domain/media/media";
import { type FormKind, formKindOf } from "~/domain/vault/vault";
import { CsrfField } from "../base/csrf-field";
import { Icon } from "../base/icons";
import { PageHead } from "../base/page-head";
import { Stamp } from "../base/stamp";
import { CarriedFields, type TypedValues } from "./carried-fields";
import { FORM_TYPES } from "./form-types";
import { RefusedFiles } from "./refused-files";

const TEXTS: Record<FormKind, string> = {
  "send-to-someone": "Create a memory vault to send to someone special",
  "memory-board": "Create a shared memory board for events",
  "future-self": "Send a message to your future self",
};

type Answer = Pick<SubmissionResult<string[]>, "error"> & { initialValue?: TypedValues; files?: FormFile[] };

/** Going back from the form keeps what was typed, but not the files: each type accepts different ones. */
export function ChooseType({
  type,
  answer,
  home,
}: {
  type: string | null;
  answer?: Answer | undefined;
  /** Target of "Back" while nothing is typed. */
  home: string;
}) {
  const current = type === null ? undefined : formKindOf(type);
  const typed = answer?.initialValue;
  const hrefOf = (kind: FormKind) => `/create?type=${type !== null && kind === current ? type : kind}&step=form`;
  const cards = (Object.keys(TEXTS) as FormKind[]).map((kind) => ({ kind, text: TEXTS[kind], ...FORM_TYPES[kind] }));
  const list = cards.map(({ kind, stamp, title, text }) => (
    <li key={kind} className="envelope" aria-current={kind === current ? "true" : undefined}>
      <div className="envelope-face">
        <div className="envelope-top">
          <span />
          <Stamp kind={stamp} />
        </div>
        <div className="envelope-address">
          <h2 className="envelope-title">
            {typed ? (
              <button type="submit" name="intent" value={`type-${kind}`} formAction={hrefOf(kind)}>
                {title}
              </button>
            ) : (
              <a href={hrefOf(kind)}>{title}</a>
            )}
          </h2>
          <p>{text}</p>
        </div>
      </div>
    </li>
  ));
  return (
    <>
      {typed ? (
        <form method="post" action={hrefOf(current ?? "send-to-someone")}>
          <CsrfField />
          <CarriedFields values={typed} without={["intent"]} />
          <PageHead
            title="Create a New Memory"
            back={
              <button type="submit" name="intent" value="attach" className="back-link">
                <Icon name="back" size={18} />
                Back
              </button>
            }
          />
        </form>
      ) : (
        <PageHead title="Create a New Memory" back={{ href: home, label: "Back" }} />
      )}
      <RefusedFiles error={answer?.error} />
      {typed ? (
        <form method="post" action={type === null ? "/create" : `/create?type=${type}`}>
          <CsrfField />
          <CarriedFields values={typed} without={["intent", "remove", "type"]} />
          {current && <input type="hidden" name="typeBefore" value={current} />}
          {answer?.files?.map(({ id }) => (
            <input key={id} type="hidden" name="remove" value={id} />
          ))}
          <ul className="vault-grid">{list}</ul>
        </form>
      ) : (
        <ul className="vault-grid">{list}</ul>
      )}
      {/* A page loaded by URL has no React. After a navigation the browser does not run this script. */}
      <script type="module" src="/public.js" />
    </>
  );
}
