import type { SubmissionResult } from "@conform-to/react";
import type { Quota } from "~/domain/board/board";
import type { postSchema } from "~/domain/board/post-schema";
import { noteQuotaInWords, quotaInWords } from "~/domain/board/quota-words";
import type { FormFile, MediaKind } from "~/domain/media/media";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextArea } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { MediaFields } from "../media/media-fields";

export const ADD_KINDS = ["photo", "story", "voice"] as const;
export type AddKind = (typeof ADD_KINDS)[number];

export type AddAnswer = SubmissionResult<string[]> & { files?: FormFile[] };

type AddPageProps = {
  as: AddKind;
  action: string;
  formId: string;
  opensOn: string;
  quota: Quota;
  isOpen: boolean;
  needsApproval: boolean;
  answer: AddAnswer | undefined;
};

const HEADS: Record<AddKind, string> = {
  photo: "Add a photo or video",
  story: "Tell a story",
  voice: "Say it aloud",
};
const KINDS: Record<AddKind, MediaKind[]> = { photo: ["photo", "video"], story: [], voice: ["audio"] };

/** Where a guest adds a piece. Without script the files are sent with the form. */
export function AddPage({ as, action, formId, opensOn, quota, isOpen, needsApproval, answer }: AddPageProps) {
  const isStory = as === "story";
  const [form, fields, formProps] = useLiveForm<ReturnType<typeof postSchema>>({
    id: "add",
    lastResult: answer,
    rules: () => import("~/domain/board/post-rules").then((rules) => (isStory ? rules.noteRules : rules.postRules)),
  });
  return (
    <>
      <header className="party-head">
        <h1>{HEADS[as]}</h1>
      </header>
      <form method="post" encType="multipart/form-data" action={action} className="stack" {...formProps}>
        <CsrfField />
        <input type="hidden" name="formId" value={formId} />
        <ErrorSummary form={form} />
        {!isStory && (
          <>
            <p className="field-hint">{quotaInWords(quota, KINDS[as])}</p>
            <MediaFields
              type="board-post"
              kinds={KINDS[as]}
              formId={formId}
              files={answer?.files ?? []}
              errors={answer?.error ?? {}}
            />
          </>
        )}
        <TextArea
          field={fields.text}
          label={isStory ? "Your story" : "What’s the story?"}
          hint={isStory ? noteQuotaInWords(quota) : "A line or two is plenty."}
          letter={isStory}
        />
        <Button size="form">Put it on the board</Button>
        <p className="party-foot">
          {needsApproval && "Your host looks at new pieces first. "}
          {isOpen
            ? `Other guests can see it. Until ${opensOn}, you can change it or take it back.`
            : `It stays a surprise until ${opensOn}. Until then, you can change it or take it back.`}
        </p>
      </form>
    </>
  );
}
