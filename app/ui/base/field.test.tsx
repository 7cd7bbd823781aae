import { useForm } from "@conform-to/react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { CodeField } from "./code-field";
import { Checkbox, ErrorSummary, FoldedFields, TextArea, TextField } from "./field";

type Values = { email: string; password: string; message: string; code: string; terms: string; news: string };

function SampleForm({ error }: { error?: Record<string, string[]> }) {
  const [form, fields] = useForm<Values>({
    id: "f",
    defaultValue: { email: "anna@example", password: "Secret-123", message: "\r\nMy dear Mia,\n\nשלום", terms: "on" },
    lastResult: error && { status: "error", initialValue: { email: "anna@example", password: "Secret-123" }, error },
  });
  return (
    <form>
      <ErrorSummary form={form} />
      <TextField field={fields.email} label="Email" type="email" hint="Where we can reach you." />
      <TextField field={fields.password} label="Password" type="password" />
      <TextArea field={fields.message} label="Message" letter />
      <CodeField field={fields.code} label="Code" />
      <Checkbox field={fields.terms} label="Terms" />
      <Checkbox field={fields.news} label="News" />
    </form>
  );
}

function control(html: string, name: string) {
  return html.match(new RegExp(`<(input|textarea)[^>]* name="${name}"[^>]*>`))?.[0] ?? "";
}

describe("a field", () => {
  it("is named by its label and described by its hint", () => {
    const html = renderToStaticMarkup(<SampleForm />);
    expect(html).toContain('<label class="field-label" for="f-email">Email</label>');
    expect(control(html, "email")).toContain('id="f-email"');
    expect(control(html, "email")).toContain('aria-describedby="f-email-hint"');
    expect(html).toContain('id="f-email-hint"');
    expect(control(html, "email")).not.toContain("aria-invalid");
  });

  it("is marked invalid and described by its error, with the input kept", () => {
    const html = renderToStaticMarkup(<SampleForm error={{ email: ["Please enter a valid email address"] }} />);
    expect(control(html, "email")).toContain('aria-invalid="true"');
    expect(control(html, "email")).toContain('aria-describedby="f-email-error f-email-hint"');
    expect(control(html, "email")).toContain('value="anna@example"');
    expect(html).toMatch(/id="f-email-error"[^>]*>.*Please enter a valid email address/);
  });

  it("does not render a password", () => {
    expect(renderToStaticMarkup(<SampleForm error={{ "": ["Login failed"] }} />)).not.toContain("Secret-123");
  });

  it("keeps the blank line at the beginning of a text, of which browsers drop the first break", () => {
    expect(renderToStaticMarkup(<SampleForm />)).toContain(">\n\nMy dear Mia,\n\nשלום</textarea>");
  });

  it("is ticked if it was", () => {
    const html = renderToStaticMarkup(<SampleForm />);
    expect(control(html, "terms")).toContain("checked");
    expect(control(html, "news")).not.toContain("checked");
  });

  it("autofills a one-time code", () => {
    const code = control(renderToStaticMarkup(<SampleForm />), "code");
    expect(code).toContain('inputMode="numeric"');
    expect(code).toContain('autoComplete="one-time-code"');
  });
});

it("unfolds fields on load if asked to, as for an error in them", () => {
  const fold = (isOpen: boolean) =>
    renderToStaticMarkup(
      <FoldedFields label="Change the hour" isOpen={isOpen}>
        fields
      </FoldedFields>,
    );
  expect(fold(true)).toMatch(/^<details[^>]* open=/);
  expect(fold(false)).not.toContain("open=");
});

it("announces the errors of a form", () => {
  const html = renderToStaticMarkup(<SampleForm error={{ "": ["Login failed"] }} />);
  expect(html).toMatch(/role="alert"[^>]*>.*Login failed/);
});
