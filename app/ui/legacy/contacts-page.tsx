import type { SubmissionResult } from "@conform-to/react";
import { hasMissingField, MISSING_INFORMATION } from "~/domain/legacy/contact-messages";
import type { contactSchema } from "~/domain/legacy/contact-schema";
import { CONTACTS_MAX, RELATIONSHIPS } from "~/domain/legacy/legacy";
import { RELATIONSHIP_LABELS } from "~/domain/legacy/legacy-words";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, FieldRow, SelectField, TextField } from "../base/field";
import type { AnyForm } from "../base/field-frame";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { ContactCard } from "./contact-card";
import type { ContactData } from "./contact-data";
import { PermissionChecks } from "./permission-checks";

type LastResult = SubmissionResult<string[]> | null | undefined;

export function ContactsPage({ contacts, lastResult }: { contacts: ContactData[]; lastResult: LastResult }) {
  return (
    <>
      <PageHead
        title="Legacy Contacts"
        lede="People you trust. We ask them only if one of your vaults can’t be delivered."
        back={{ href: "/settings", label: "Settings" }}
      />
      <div className="stack">
        {contacts.map((contact) => (
          <ContactCard key={contact.id} {...contact} />
        ))}
        {contacts.length < CONTACTS_MAX && <AddContact key={contacts.length} lastResult={lastResult} />}
      </div>
    </>
  );
}

function AddContact({ lastResult }: { lastResult: LastResult }) {
  const [form, fields, formProps] = useLiveForm<typeof contactSchema>({
    id: "contact",
    lastResult,
    rules: () => import("~/domain/legacy/contact-rules").then((rules) => rules.contactRules),
  });
  const typed = lastResult?.initialValue;
  const isTicked = (permission: string) => typed?.[permission] === "on";
  return (
    <Card title="Add a legacy contact">
      <form method="post" {...formProps} className="stack">
        <CsrfField />
        <Missing form={form} />
        <ErrorSummary form={form} />
        <FieldRow>
          <TextField field={fields.name} label="Name" autoComplete="off" required />
          <SelectField field={fields.relationship} label="Relationship" required>
            <option value="">Choose</option>
            {RELATIONSHIPS.map((relationship) => (
              <option key={relationship} value={relationship}>
                {RELATIONSHIP_LABELS[relationship]}
              </option>
            ))}
          </SelectField>
        </FieldRow>
        <TextField
          field={fields.email}
          label="E-mail"
          type="email"
          autoComplete="off"
          hint="We invite them by email. They can accept or decline, and learn nothing about your vaults."
          required
        />
        <PermissionChecks
          idPrefix="contact"
          legend="If a delivery fails, they may"
          checked={{
            updateEmail: typed ? isTicked("updateEmail") : true,
            viewContent: isTicked("viewContent"),
            receiveDuplicate: isTicked("receiveDuplicate"),
          }}
        />
        <Button size="form">Add contact</Button>
      </form>
    </Card>
  );
}

/** Shown if required fields are empty. */
function Missing({ form }: { form: AnyForm }) {
  const errors = Object.values(form.allErrors as Record<string, string[]>).flat();
  if (form.status !== "error" || !hasMissingField(errors)) return null;
  return (
    <Notice kind="error" title={MISSING_INFORMATION.title}>
      <p>{MISSING_INFORMATION.description}</p>
    </Notice>
  );
}
