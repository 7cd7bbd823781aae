import type { SubmissionResult } from "@conform-to/react";
import { CONTACT_MAX_LENGTH, type contactFormSchema } from "~/domain/help/contact-schema";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, FieldRow, TextArea, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

export type ContactPageProps = {
  /** The operator's address; without one there is a form. */
  contact: string | null;
  typed: { name: string; email: string; message: string };
  lastResult?: SubmissionResult<string[]> | undefined;
};

export function ContactPage({ contact, ...form }: ContactPageProps) {
  return (
    <>
      <PageHead
        title="Write to us"
        lede={
          <>
            A person reads it. Questions about how things work are answered faster in <a href="/help">Help</a>.
          </>
        }
      />
      {contact ? (
        <Card>
          <p>
            Our address is <a href={`mailto:${contact}`}>{contact}</a>.
          </p>
          <p className="actions">
            <ButtonLink href={`mailto:${contact}`}>Write an email</ButtonLink>
            <ButtonLink variant="secondary" href="/help">
              Help
            </ButtonLink>
          </p>
        </Card>
      ) : (
        <ContactForm {...form} />
      )}
    </>
  );
}

function ContactForm({ typed, lastResult }: Omit<ContactPageProps, "contact">) {
  const [form, fields, formProps] = useLiveForm<typeof contactFormSchema>({
    id: "contact",
    lastResult,
    defaultValue: typed,
    rules: () => import("~/domain/help/contact-rules").then((rules) => rules.contactFormRules),
  });
  return (
    <Card>
      <form method="post" {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <FieldRow>
          <TextField field={fields.name} label="Name (optional)" autoComplete="name" maxLength={200} />
          <TextField field={fields.email} label="Email (optional)" type="email" autoComplete="email" />
        </FieldRow>
        <TextArea
          field={fields.message}
          label="Message"
          rows={7}
          maxLength={CONTACT_MAX_LENGTH}
          hint="We can answer only if you leave an address. Please leave out anything private from your letters."
          required
        />
        <Button size="form">Send message</Button>
      </form>
    </Card>
  );
}
