import type { SubmissionResult } from "@conform-to/react";
import { firstName } from "~/domain/account/first-name";
import type { FormFile } from "~/domain/media/media";
import type { ShownContact } from "~/domain/recipients/shown-contact";
import { REPLY_MAX_LENGTH } from "~/domain/reply/reply";
import type { replySchema } from "~/domain/reply/reply-schema";
import type { AnswerRefusal, WritingRefusal } from "~/domain/reply/write-reply.server";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { ErrorSummary, TextArea } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { MediaFields } from "../media/media-fields";
import { CloseConversation, ClosedConversation } from "./close-conversation";
import { Replies, type ReplyData } from "./reply-list";

/** How someone whose access ended while they wrote gets it back. */
export type RegainAccess = { why: "closed" | "logged_out"; href: string };

export type ConversationAnswer = SubmissionResult<string[]> & { files?: FormFile[]; regainAccess?: RegainAccess };

type About = { title: string; path: string };

export type ConversationData =
  | (About & { step: "choose"; conversations: { href: string; name: string; count: number }[] })
  /** Only the form: the writer no longer has access. */
  | { step: "unsent"; form: { id: string; action: string } }
  | (About & {
      step: "read";
      /** Name of the other person. */
      name: string;
      replies: ReplyData[];
      /** URLs of earlier replies and of the newest; null when already there. */
      earlier: string | null;
      latest: string | null;
      refusal: WritingRefusal | null;
      /** For a recipient whom the sender cannot answer. */
      unanswerable: { refusal: AnswerRefusal; undoHref: string } | null;
      /** Where a sender closes the conversation, or opens it again; null for the recipient. */
      closing: string | null;
      /** Where a recipient is notified of an answer; null for the sender, and while no answer is possible. */
      answersTo: (ShownContact & { isNotified: boolean }) | null;
      form: { id: string; action: string };
    });

export function ConversationPage({
  data,
  answer,
}: {
  data: ConversationData;
  answer?: ConversationAnswer | undefined;
}) {
  if (data.step === "unsent") {
    return (
      <>
        <PageHead title="Your reply" />
        <ReplyForm {...data.form} answer={answer} />
      </>
    );
  }
  const back = { href: data.path, label: "See Original" };
  const kicker = <span dir="auto">{data.title}</span>;
  if (data.step === "choose") {
    return (
      <>
        <PageHead title="Replies" kicker={kicker} back={back} />
        <Conversations conversations={data.conversations} />
      </>
    );
  }
  const { name, replies, earlier, latest, refusal, unanswerable, closing, answersTo, form } = data;
  return (
    <>
      <PageHead title={replies.length > 0 ? `You and ${name}` : `Write to ${name}`} kicker={kicker} back={back} />
      {earlier && (
        <p>
          <a href={earlier}>Earlier replies</a>
        </p>
      )}
      {replies.length > 0 && <Replies replies={replies} />}
      {latest ? (
        <p>
          <a href={latest}>The newest replies</a>
        </p>
      ) : refusal && answer ? (
        // Keeps what was typed before the conversation was closed.
        <ReplyForm key={formIdOf(form.id, answer)} {...form} name={name} answer={answer} />
      ) : refusal === "closed" ? (
        <ClosedConversation name={name} reopening={closing} />
      ) : refusal ? (
        <ReplyRefusal refusal={refusal} name={name} />
      ) : (
        <>
          {unanswerable && <Unanswerable name={name} {...unanswerable} />}
          <ReplyForm key={formIdOf(form.id, answer)} {...form} name={name} answersTo={answersTo} answer={answer} />
        </>
      )}
      {closing && !latest && refusal !== "closed" && <CloseConversation action={closing} name={name} />}
    </>
  );
}

function Conversations({ conversations }: { conversations: { href: string; name: string; count: number }[] }) {
  if (conversations.length === 0) {
    return (
      <EmptyState title="No replies yet">When someone replies to this memory, you’ll find their words here.</EmptyState>
    );
  }
  return (
    <Card title="From whom?">
      <ul className="rows">
        {conversations.map(({ href, name, count }) => (
          <li key={href}>
            <a className="row-link" href={href}>
              <span>
                <bdi>{name}</bdi>, {count} {count === 1 ? "reply" : "replies"}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ReplyRefusal({ refusal, name }: { refusal: Exclude<WritingRefusal, "closed">; name: string }) {
  if (refusal === "not_wanted") {
    return (
      <Notice title="You can no longer reply">
        <p>They’ve asked us to send them nothing more from you.</p>
      </Notice>
    );
  }
  if (refusal === "declined") {
    return (
      <Notice title="You can no longer reply">
        <p>
          <bdi>{name}</bdi> said that this isn’t for them, and wants to hear no more about it.
        </p>
      </Notice>
    );
  }
  return refusal === "no_receiver" ? (
    <Notice title="There’s no one left to reply to">
      <p>
        The account of <bdi>{name}</bdi> is closed. What was kept for you is still yours to read.
      </p>
    </Notice>
  ) : (
    <EmptyState title="No replies yet">You can reply here as soon as they’ve written to you.</EmptyState>
  );
}

function Unanswerable({ name, refusal, undoHref }: { name: string; refusal: AnswerRefusal; undoHref: string }) {
  return (
    <Notice>
      {refusal === "declined" ? (
        <p>
          You said this isn’t for you: your reply will reach <bdi>{name}</bdi>, but they can’t answer.{" "}
          <a href={undoHref}>It’s for me after all</a>
        </p>
      ) : (
        <p>
          You’ve stopped emails from <bdi>{name}</bdi>: your reply will reach them, but they can’t answer.{" "}
          <a href={undoHref}>
            Unblock <bdi>{name}</bdi>
          </a>
        </p>
      )}
    </Notice>
  );
}

/** A refused form keeps its id when the page is revalidated. */
const formIdOf = (id: string, answer: ConversationAnswer | undefined) => String(answer?.initialValue?.formId ?? id);

/** In another tab, so that the text stays here. */
function ReopenFirst({ why, href }: RegainAccess) {
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer">
        {why === "closed" ? "Open the letter again" : "Log in again"}
      </a>{" "}
      in a new tab. Then come back here and send it.
    </p>
  );
}

type AnswersTo = Extract<ConversationData, { step: "read" }>["answersTo"];

function hintFor(name: string, answersTo: AnswersTo): string {
  if (!answersTo) return "Nobody else can read them.";
  const { kind, shown, isNotified } = answersTo;
  if (!isNotified) return "Nobody else can read them. To see whether there’s an answer, open the link again.";
  return `Nobody else can read them. If ${firstName(name)} answers, we’ll ${kind === "number" ? "text" : "email"} you at ${shown}.`;
}

type ReplyFormProps = {
  id: string;
  action: string;
  name?: string;
  answersTo?: AnswersTo;
  answer: ConversationAnswer | undefined;
};

function ReplyForm({ id, action, name, answersTo = null, answer }: ReplyFormProps) {
  const [form, fields, formProps] = useLiveForm<ReturnType<typeof replySchema>>({
    id: "reply",
    lastResult: answer,
    rules: () => import("~/domain/reply/reply-rules").then((rules) => rules.replyRules),
  });
  const formId = formIdOf(id, answer);
  return (
    <Card>
      <form method="post" encType="multipart/form-data" action={action} className="stack" {...formProps}>
        <CsrfField />
        <input type="hidden" name="formId" value={formId} />
        <ErrorSummary form={form} />
        {answer?.regainAccess && <ReopenFirst {...answer.regainAccess} />}
        <TextArea
          field={fields.text}
          label={name ? `Your words to ${name}` : "Your words"}
          hint={hintFor(name ?? "", answersTo)}
          letter
          maxLength={REPLY_MAX_LENGTH}
        />
        <MediaFields type="reply" formId={formId} files={answer?.files ?? []} errors={answer?.error ?? {}} />
        <Button size="form">Send reply</Button>
      </form>
    </Card>
  );
}
