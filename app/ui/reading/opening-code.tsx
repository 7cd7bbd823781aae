import type { SubmissionResult } from "@conform-to/react";
import type { openingCodeSchema } from "~/domain/codes/one-time-code";
import { Button } from "../base/button";
import { CodeField } from "../base/code-field";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { OpeningScript } from "./opening-moment";

/** Asks for the code that was sent. With script the field becomes six cells, and the sixth digit sends it. */
export function OpeningCode({
  link,
  isBySms,
  heading,
  sentTo,
  lastResult,
}: {
  link: string;
  isBySms: boolean;
  heading: string;
  sentTo: string;
  lastResult?: SubmissionResult<string[]> | null | undefined;
}) {
  const [form, fields, formProps] = useLiveForm<typeof openingCodeSchema>({
    id: "opening",
    lastResult,
    rules: () => import("~/domain/codes/one-time-code-rules").then((rules) => rules.openingCodeRules),
  });
  return (
    <>
      <h1>{heading}</h1>
      <p className="opening-lede">
        We’ve {isBySms ? "texted" : "emailed"} six digits to <span className="phrase">{sentTo}.</span>{" "}
        <span className="phrase">Enter them and it’s yours.</span>
      </p>
      <form method="post" action={`/open/${link}?code=sent`} {...formProps} className="stack code-form">
        <CsrfField />
        <ErrorSummary form={form} />
        <CodeField
          field={fields.code}
          label={`The six digits from our ${isBySms ? "text message" : "email"}`}
          hint="The code works for 10 minutes."
          isFocused
        />
        <Button size="form">Open it</Button>
      </form>
      <form method="post" action={`/open/${link}/code`} className="new-code">
        <CsrfField />
        <p className="small">
          Nothing there yet?{" "}
          <button type="submit" className="link-button">
            Send a new one
          </button>
        </p>
      </form>
      <OpeningScript />
    </>
  );
}
