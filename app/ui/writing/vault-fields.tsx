import type { FormFile } from "~/domain/media/media";
import { BOARD_NOTES_MAX_LENGTH, MESSAGE_MAX_LENGTH } from "~/domain/vault/vault";
import { Card } from "../base/card";
import { Checkbox, FieldRow, FoldedFields, TextArea, TextField } from "../base/field";
import { BoardChoices } from "../board/board-choices";
import { InviteLink } from "../board/invite-link";
import { MediaFields } from "../media/media-fields";
import { ReachFields } from "../vault/reach-fields";
import { CopiedFiles } from "./copied-files";
import { RecipientRows } from "./recipient-rows";
import type { LiveFields as Fields, VaultFormProps } from "./vault-form-props";

const SMS_HINT = "Please start with the country code, such as +49. We text it only if email doesn’t reach them.";
const NO_SMS_HINT = "We can’t send text messages at the moment.";
const BOARD_MESSAGE_HINT = `Your words for the day, up to 3 pages (${BOARD_NOTES_MAX_LENGTH.toLocaleString("en")} characters). They open with the board, above its pieces.`;

type Props = Pick<
  VaultFormProps,
  | "mode"
  | "kind"
  | "type"
  | "formId"
  | "inviteLink"
  | "files"
  | "copies"
  | "self"
  | "visitor"
  | "answer"
  | "hasSms"
  | "now"
> & {
  fields: Fields;
  /** Copies that were ticked in the submitted form or its draft; null for a new form. */
  ticked: string[] | null;
};

export function VaultFields(props: Props) {
  const { mode, kind, type, formId, inviteLink, files, copies, self, visitor, answer, hasSms, now, fields, ticked } =
    props;
  const isBoard = kind === "memory-board";
  const isToSelf = kind === "future-self";
  const copied = withoutCopies(copies, files);
  return (
    <Card>
      {kind === "send-to-someone" && (
        <FieldRow>
          <TextField field={fields.recipientName} label="Recipient name" autoComplete="off" maxLength={200} />
          <TextField field={fields.recipientEmail} label="Recipient e-mail" type="email" autoComplete="off" required />
        </FieldRow>
      )}
      {isToSelf && (
        <p className="field-hint">
          {visitor
            ? "It comes back to you, to the address of your account."
            : `It comes back to you: ${self.name || "Me"}, ${self.email}`}
        </p>
      )}
      {isBoard && (
        <RecipientRows
          rows={fields.boardRecipients}
          isAdded={answer?.status === "success" && answer.initialValue?.intent === "add-recipient"}
          test={
            visitor
              ? undefined
              : { email: self.email, madeAt: now, intent: mode === "edit" ? "test-scheduled" : "test-recipient" }
          }
        />
      )}
      {inviteLink && (
        <InviteLink url={inviteLink}>
          Guests who open it put themselves on the board’s list; those who confirm their email get the board, too.
          {mode !== "edit" && " It works once the board is scheduled."}
        </InviteLink>
      )}
      {isBoard && (
        <FoldedFields label="How guests take part" isOpen={hasChoices(fields)}>
          <BoardChoices fields={fields} />
          <input type="hidden" name="openedWith" value={String(fields.openedWith.initialValue ?? "")} />
        </FoldedFields>
      )}
      <ReachFields fields={fields} isBoard={isBoard} isToSelf={isToSelf}>
        {kind === "send-to-someone" && (hasSms || Boolean(fields.recipientPhone.initialValue)) && (
          <TextField
            field={fields.recipientPhone}
            label="Recipient phone (optional)"
            type="tel"
            autoComplete="off"
            hint={hasSms ? SMS_HINT : NO_SMS_HINT}
          />
        )}
      </ReachFields>
      <TextArea
        field={fields.message}
        label="Message"
        hint={isBoard && BOARD_MESSAGE_HINT}
        placeholder=" "
        letter
        maxLength={isBoard ? BOARD_NOTES_MAX_LENGTH : MESSAGE_MAX_LENGTH}
      />
      {!isBoard && mode === "new" && <Prompts />}
      {!isBoard && (
        <Checkbox
          field={fields.includesMessage}
          label="Include the letter in the email"
          hint={`If not, the email has a link and ${isToSelf ? "you" : "they"} read it here.`}
        />
      )}
      {copied.length > 0 && <CopiedFiles files={copied} ticked={ticked} />}
      <MediaFields type={type} formId={formId} files={files} errors={answer?.error ?? {}} />
    </Card>
  );
}

const PROMPTS = [
  "A day you often think of.",
  "Something you never said.",
  "How it is here, right now.",
  "What you hope for.",
];

/** For people who don't know how to begin. */
function Prompts() {
  return (
    <details className="more prompts">
      <summary>Not sure how to begin?</summary>
      <ul>
        {PROMPTS.map((prompt) => (
          <li key={prompt}>{prompt}</li>
        ))}
      </ul>
    </details>
  );
}

/** Originals that are not in the form yet. */
function withoutCopies(originals: FormFile[], files: FormFile[]): FormFile[] {
  return originals.filter(
    ({ fileName, bytes }) => !files.some((file) => file.fileName === fileName && file.bytes === bytes),
  );
}

const hasChoices = ({ isOpen, needsApproval, closesOn }: Fields) =>
  [isOpen, needsApproval, closesOn].some(({ errors, initialValue }) => Boolean(errors || initialValue));
