import type { SubmissionResult } from "@conform-to/react";
import { GUEST_NAME_MAX_LENGTH, type joinSchema } from "~/domain/board/join-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type JoinPageProps = {
  title: string;
  hostName: string;
  path: string;
  /** The guest who joined with this browser. */
  guest: { name: string; email: string } | null;
  /** Initial values for a new guest. */
  typed: { name: string; email: string; formId: string };
  lastResult?: SubmissionResult<string[]> | undefined;
};

/** Where a guest joins a board, changes their entry or leaves. */
export function JoinPage({ title, hostName, path, guest, typed, lastResult }: JoinPageProps) {
  const [form, fields, formProps] = useLiveForm<typeof joinSchema>({
    id: "join",
    lastResult,
    defaultValue: guest ?? typed,
    rules: () => import("~/domain/board/join-rules").then((rules) => rules.joinRules),
  });
  return (
    <>
      <PageHead
        title={guest ? <>You are on the list, {guest.name}</> : title}
        kicker={guest ? title : <HostsBoard hostName={hostName} />}
        lede={guest ? <Kept hostName={hostName} hasAddress={guest.email !== ""} /> : <Invited hostName={hostName} />}
      />
      <Card title={guest ? "Is this right?" : undefined}>
        <form method="post" action={path} {...formProps} className="stack">
          <CsrfField />
          {!guest && (
            <input type="hidden" name="formId" value={String(lastResult?.initialValue?.formId ?? typed.formId)} />
          )}
          <ErrorSummary form={form} />
          <TextField
            field={fields.name}
            label="Your name"
            autoComplete="name"
            maxLength={GUEST_NAME_MAX_LENGTH}
            required
          />
          <TextField
            field={fields.email}
            label="E-mail (optional)"
            hint="To be told when the board is opened, with the way to it. Nobody but the host sees it."
            type="email"
            autoComplete="email"
          />
          <Button size="form" variant={guest ? "secondary" : "primary"}>
            {guest ? "Save" : "Join the board"}
          </Button>
        </form>
      </Card>
      {guest && (
        <form method="post" action={`${path}/leave`} className="actions">
          <CsrfField />
          <Button variant="quiet">Take me off the list</Button>
          <a className="row-link" href={`${path}?another`}>
            Add somebody else with this device
          </a>
        </form>
      )}
    </>
  );
}

function HostsBoard({ hostName }: { hostName: string }) {
  return hostName ? (
    <>
      A memory board by <bdi>{hostName}</bdi>
    </>
  ) : (
    "A memory board"
  );
}

function Invited({ hostName }: { hostName: string }) {
  return (
    <>
      <bdi>{hostName || "Somebody"}</bdi> is keeping this for a day to come, and would like you to be part of it. Your
      name is all it takes.
    </>
  );
}

function Kept({ hostName, hasAddress }: { hostName: string; hasAddress: boolean }) {
  if (!hasAddress) return "You left no e-mail address, so nothing is sent to you. You can still add one.";
  return (
    <>
      We write to you when the board of <bdi>{hostName || "your host"}</bdi> is opened.
    </>
  );
}

/** Shown by the link of a board after its delivery. */
export function OpenedBoard({ title, hostName }: { title: string; hostName: string }) {
  return (
    <PageHead
      title={title}
      kicker="This board has been opened"
      lede={
        <>
          Whoever left an e-mail address was sent the way to it. If you did not, ask <bdi>{hostName || "the host"}</bdi>{" "}
          to show it to you.
        </>
      }
    />
  );
}
