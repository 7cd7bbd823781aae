import type { SubmissionResult } from "@conform-to/react";
import type { certificateFormSchema } from "~/domain/seal/certificate-schema";
import type { VerificationInWords } from "~/domain/seal/verification-words";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Facts } from "../base/facts";
import { ErrorSummary, TextArea } from "../base/field";
import { Icon } from "../base/icons";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { Seal } from "../base/seal";

/** `lacksSalt`: the certificate has no salt, so files cannot be compared with it. */
export type VerifyResult = VerificationInWords & { lacksSalt: boolean };

type Props = { result: VerifyResult | null; lastResult?: SubmissionResult<string[]> | undefined };

export function VerifyPage({ result, lastResult }: Props) {
  const [form, fields, formProps] = useLiveForm<typeof certificateFormSchema>({
    id: "verify",
    lastResult,
    rules: () => import("~/domain/seal/certificate-rules").then((rules) => rules.certificateRules),
  });
  return (
    <>
      <span className="verify-seal">
        <Seal />
      </span>
      <PageHead
        title="Check a seal certificate"
        lede="Find out what a certificate proves. The contents stay private."
      />
      {result && <Result {...result} />}
      <form method="post" encType="multipart/form-data" {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <Card>
          <TextArea
            field={fields.certificate}
            label="The certificate"
            hint="All of it, as it is in the email or in its file."
            rows={7}
            className="control-code-block"
            spellCheck={false}
          />
          <FileRow
            id="certificate-file"
            name="certificateFile"
            label="Or its file"
            accept=".json,application/json,text/plain"
          />
        </Card>
        <Card>
          <FileRow
            id="verify-files"
            name="files"
            label="Files to compare with it"
            hint="Optional: photos, videos, recordings, or the message or a caption as a text file. We compare them and keep nothing."
            multiple
          />
        </Card>
        <Button size="form">Check it</Button>
      </form>
      <p className="field-hint">
        You can also check it without us: our keys are at{" "}
        <a href="/.well-known/amberkeep.json" data-native>
          /.well-known/amberkeep.json
        </a>
        .
      </p>
    </>
  );
}

function Result({ tone, title, sentences, facts, files, lacksSalt }: VerifyResult) {
  return (
    <Card>
      <Notice kind={tone} title={title}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {facts.length > 0 && <Facts items={facts} />}
      {lacksSalt && (
        <p>
          We couldn’t compare the files: this copy of the certificate lacks the salt they need. The copy that a reader
          gets has it.
        </p>
      )}
      {files.length > 0 && (
        <ul className="compared" aria-label="The files you added">
          {files.map(({ name, said, isSealed }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index} className={isSealed ? "compared-same" : "compared-other"}>
              <Icon name={isSealed ? "check" : "alert"} />
              <span>
                <strong dir="auto">{name}</strong> {said}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function FileRow({
  id,
  name,
  label,
  hint,
  ...input
}: {
  id: string;
  name: string;
  label: string;
  hint?: string;
  accept?: string;
  multiple?: boolean;
}) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="file-field"
        type="file"
        id={id}
        name={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
