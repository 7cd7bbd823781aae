import type { SubmissionResult } from "@conform-to/react";
import { QUESTION_MAX_LENGTH } from "~/domain/help/question-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { FieldError } from "../base/field-error";
import type { PageLink } from "./page-list";

export type ChatTurn = { role: "user" | "assistant"; content: string; pages: PageLink[] };

export type HelpChatProps = {
  turns: ChatTurn[];
  /** Whether a language model writes the answers. */
  byAssistant: boolean;
  lastResult?: SubmissionResult<string[]> | undefined;
};

const GREETING = "Hello! Ask me how something works here, and I’ll look it up in the help pages.";

/** Works as a form; `help-script.ts` streams the answers, and shows this section on other pages. */
export function HelpChat({ turns, byAssistant, lastResult }: HelpChatProps) {
  const errors = Object.values(lastResult?.error ?? {}).flatMap((found) => found ?? []);
  const typed = lastResult?.initialValue?.question;
  return (
    <section className="card help-chat" id="help-chat" aria-label="Chat with the help assistant">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work by keyboard */}
      <div className="help-log" role="log" tabIndex={0} aria-label="Conversation">
        <ol>
          <li className="help-turn">
            <p>{GREETING}</p>
          </li>
          {turns.map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: only ever appended to
            <Turn key={index} {...turn} isLatest={index === turns.length - 1} />
          ))}
        </ol>
      </div>
      <form method="post" action="/help" className="help-ask" data-native>
        <CsrfField />
        <label className="visually-hidden" htmlFor="question">
          Your question
        </label>
        <textarea
          className="control"
          id="question"
          name="question"
          rows={2}
          maxLength={QUESTION_MAX_LENGTH}
          placeholder="Your question"
          defaultValue={typeof typed === "string" ? typed : undefined}
          aria-describedby={errors.length > 0 ? "question-error help-note" : "help-note"}
          aria-invalid={errors.length > 0 || undefined}
          required
        />
        <Button>Send</Button>
        {errors.length > 0 && (
          <FieldError id="question-error" role="alert">
            {errors.join(" ")}
          </FieldError>
        )}
      </form>
      <div className="help-foot">
        <p className="field-hint" id="help-note">
          {byAssistant
            ? "An AI service answers from our help pages and can be wrong. It gets this conversation and nothing else, so please leave out anything private."
            : "Answers come from our help pages. Nothing from your vaults is used."}
        </p>
        <form method="post" action="/help/clear" data-native hidden={turns.length === 0}>
          <CsrfField />
          <Button variant="quiet">Clear</Button>
        </form>
      </div>
    </section>
  );
}

function Turn({ role, content, pages, isLatest }: ChatTurn & { isLatest: boolean }) {
  return (
    <li className={`help-turn help-${role}`} id={isLatest ? "latest" : undefined}>
      <span className="visually-hidden">{role === "user" ? "You: " : "Assistant: "}</span>
      <p dir="auto">{content}</p>
      {pages.length > 0 && (
        <ul className="help-sources">
          {pages.map(({ href, title }) => (
            <li key={href}>
              <a href={href}>{title}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
