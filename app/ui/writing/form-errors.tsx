import { summaryOf } from "~/domain/vault/vault-words";
import type { AnyForm } from "../base/field-frame";
import { Notice } from "../base/notice";

/** What is wrong with a form that was sent, read out as soon as the page is there: as a whole, then what is missing. */
export function FormErrors({ form }: { form: AnyForm }) {
  if (form.status !== "error") return null;
  const { "": ofForm = [], ...ofFields } = form.allErrors as Record<string, string[]>;
  const summary = ofForm.length > 0 ? undefined : summaryOf(Object.values(ofFields).flat());
  if (!summary && ofForm.length === 0) return null;
  return (
    <Notice kind="error" id={form.errorId} {...(summary && { title: summary.title })}>
      {(summary ? [summary.description] : ofForm).map((error) => (
        <p key={error}>{error}</p>
      ))}
    </Notice>
  );
}
