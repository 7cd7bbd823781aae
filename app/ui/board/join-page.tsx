import type { SubmissionResult } from "@conform-to/react";
import type { Closed } from "~/domain/board/board";
import { GUEST_NAME_MAX_LENGTH, type joinSchema } from "~/domain/board/join-schema";
import { CLOSED_WORDS } from "~/domain/board/quota-words";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Prints } from "./prints";
import { Welcome } from "./welcome";

type JoinPageProps = {
  title: string;
  hostName: string;
  /** The host's words to the guests, if any. */
  welcome: string;
  path: string;
  /** The day in full. */
  opensOn: string;
  /** The last day for pieces, with its time zone, if that is before. */
  closesOn: string | null;
  contributors: number;
  typed: { name: string; formId: string };
  lastResult?: SubmissionResult<string[]> | undefined;
};

/** Where a guest joins a board: a name, and nothing else. */
export function JoinPage({ title, hostName, welcome, path, lastResult, ...page }: JoinPageProps) {
  const { opensOn, closesOn, contributors, typed } = page;
  const [form, fields, formProps] = useLiveForm<typeof joinSchema>({
    id: "join",
    lastResult,
    defaultValue: typed,
    rules: () => import("~/domain/board/join-rules").then((rules) => rules.joinRules),
  });
  return (
    <>
      <Prints name="Yours" />
      <header className="party-head">
        <h1 dir="auto">{title}</h1>
        <p>
          <bdi>{hostName || "Your host"}</bdi> is gathering photos, voices and stories. The board opens on {opensOn}.
          {closesOn && ` You can add yours until ${closesOn}.`}
        </p>
      </header>
      <Welcome text={welcome} hostName={hostName} />
      <form method="post" action={path} {...formProps} className="stack">
        <CsrfField />
        <input type="hidden" name="formId" value={String(lastResult?.initialValue?.formId ?? typed.formId)} />
        <ErrorSummary form={form} />
        <TextField
          field={fields.name}
          label="Your name"
          placeholder="So they know who it’s from"
          autoComplete="name"
          maxLength={GUEST_NAME_MAX_LENGTH}
          required
        />
        <Button size="form">Add your piece</Button>
        <p className="party-foot">No account needed. {othersInWords(contributors)}</p>
      </form>
    </>
  );
}

function othersInWords(count: number): string {
  if (count === 0) return "Yours could be the first.";
  return count === 1 ? "1 other has added theirs." : `${count} others have added theirs.`;
}

/** Shown by the link of a board that takes no new guests. */
export function ClosedBoard({ title, hostName, closed }: { title: string; hostName: string; closed: Closed }) {
  return (
    <>
      <Prints name="" />
      <header className="party-head">
        <h1 dir="auto">{title}</h1>
        <p>{CLOSED_WORDS[closed]}</p>
        <p className="party-foot">
          {closed === "revealed" ? (
            <>
              If you confirmed your email, we sent you a link. Otherwise ask <bdi>{hostName || "your host"}</bdi> to
              show it to you.
            </>
          ) : (
            <>
              Already added something? Use the private link you were given. Or ask <bdi>{hostName || "your host"}</bdi>.
            </>
          )}
        </p>
      </header>
    </>
  );
}
