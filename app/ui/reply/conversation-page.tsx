import type { SubmissionResult } from "@conform-to/react";
import type { FormFile } from "~/domain/media/media";
import { REPLY_MAX_LENGTH } from "~/domain/reply/reply";
import type { replySchema } from "~/domain/reply/reply-schema";
import type { WritingRefusal } from "~/domain/reply/write-reply.server";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { ErrorSummary, TextArea } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { MediaFields } from "../media/media-fields";
import { Replies, type ReplyData } from "./reply-list";

export type ConversationAnswer = SubmissionResult<string[]> & { files?: FormFile[] };

export type ConversationData = { title: string; path: string } & (
  | { step: "choose"; conversations: { href: string; name: string; count: number }[] }
  | {
      step: "read";
      /** Name of the other person. */
      name: string;
      replies: ReplyData[];
      /** URLs of earlier replies and of the newest; null when already there. */
      earlier: string | null;
      latest: string | null;
      refusal: WritingRefusal | null;
      /** For a recipient who has blocked the sender. */
      unblockHref: string | null;
      form: { id: string; action: string };
    }
);

export function ConversationPage({
  data,
  answer,
}: {
  data: ConversationData;
  answer?: ConversationAnswer | undefined;
}) {
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
  const { name, replies, earlier, latest, refusal, unblockHref, form } = data;
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
      ) : refusal ? (
        <ReplyRefusal refusal={refusal} name={name} />
      ) : (
        <>
          {unblockHref && <SenderBlocked name={name} unblockHref={unblockHref} />}
          <ReplyForm key={formIdOf(form.id, answer)} {...form} name={name} answer={answer} />
        </>
      )}
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

function ReplyRefusal({ refusal, name }: { refusal: WritingRefusal; name: string }) {
  if (refusal === "not_wanted") {
    return (
      <Notice title="You can’t reply any more">
        <p>The person at this address has asked for no more emails from you.</p>
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

function SenderBlocked({ name, unblockHref }: { name: string; unblockHref: string }) {
  return (
    <Notice>
      <p>
        You’ve stopped emails from <bdi>{name}</bdi>: your reply will reach them, but they can’t answer.{" "}
        <a href={unblockHref}>
          Unblock <bdi>{name}</bdi>
        </a>
      </p>
    </Notice>
  );
}

/** A refused form keeps its id when the page is revalidated. */
const formIdOf = (id: string, answer: ConversationAnswer | undefined) => String(answer?.initialValue?.formId ?? id);

type ReplyFormProps = { id: string; action: string; name: string; answer: ConversationAnswer | undefined };

function ReplyForm({ id, action, name, answer }: ReplyFormProps) {
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
        <TextArea
          field={fields.text}
          label={`Your words to ${name}`}
          hint="Nobody else can read them."
          letter
          maxLength={REPLY_MAX_LENGTH}
        />
        <MediaFields type="reply" formId={formId} files={answer?.files ?? []} errors={answer?.error ?? {}} />
        <Button size="form">Send reply</Button>
      </form>
    </Card>
  );
}
