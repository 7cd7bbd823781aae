import type { SubmissionResult } from "@conform-to/react";
import type { Quota } from "~/domain/board/board";
import type { editSchema } from "~/domain/board/post-schema";
import { noteQuotaInWords } from "~/domain/board/quota-words";
import type { PieceProps } from "~/domain/board/wall-data";
import { ALT_TEXT_MAX_LENGTH } from "~/domain/media/media";
import { ALT_TEXT_LABEL } from "~/domain/media/media-words";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextArea, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Piece } from "./piece";

type EditPageProps = {
  /** Null while the board is sealed. */
  piece: PieceProps | null;
  action: string;
  /** False once the board is sealed or revealed: then a piece can only be withdrawn. */
  isEditable: boolean;
  quota: Quota;
  lastResult?: SubmissionResult<string[]> | undefined;
};

/** Where a guest changes the words of a piece, or withdraws it. */
export function EditPage({ piece, action, isEditable, quota, lastResult }: EditPageProps) {
  const isNote = piece?.kind === "note";
  const [form, fields, formProps] = useLiveForm<ReturnType<typeof editSchema>>({
    id: "edit",
    lastResult,
    defaultValue: { text: piece?.text ?? "", altText: piece?.file?.altText ?? "" },
    rules: () => import("~/domain/board/post-rules").then((rules) => (isNote ? rules.noteRules : rules.postRules)),
  });
  return (
    <>
      <header className="party-head">
        <h1>{isEditable ? "Change your piece" : "Your piece"}</h1>
      </header>
      {piece && (piece.file || !isEditable) && <Piece {...piece} />}
      <ErrorSummary form={form} />
      {isEditable && (
        <form method="post" action={action} {...formProps} className="stack">
          <CsrfField />
          <TextArea
            field={fields.text}
            label={isNote ? "Your story" : "What’s the story?"}
            hint={isNote ? noteQuotaInWords(quota) : "A line or two is plenty."}
            letter={isNote}
          />
          {piece?.kind === "photo" && (
            <TextField field={fields.altText} label={ALT_TEXT_LABEL} maxLength={ALT_TEXT_MAX_LENGTH} />
          )}
          <Button size="form" name="intent" value="save">
            Save
          </Button>
        </form>
      )}
      {!isEditable && lastResult && (
        <div className="stack">
          <TextArea field={fields.text} label="What you wrote" letter={isNote} readOnly />
          {Boolean(fields.altText.initialValue) && <TextField field={fields.altText} label={ALT_TEXT_LABEL} readOnly />}
        </div>
      )}
      {piece && (
        <form method="post" action={action} className="actions">
          <CsrfField />
          <Button variant="quiet" name="intent" value="remove">
            Take this piece back
          </Button>
          <span className="field-hint">It’s deleted for good.</span>
        </form>
      )}
    </>
  );
}
