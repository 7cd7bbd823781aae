import { useForm } from "@conform-to/react";
import { Button, ButtonLink, type ButtonVariant } from "../base/button";
import { Card } from "../base/card";
import { CodeField } from "../base/code-field";
import { Columns } from "../base/columns";
import { Checkbox, ErrorSummary, FieldRow, SelectField, TextArea, TextField } from "../base/field";
import { long, rightToLeft, unbroken } from "./samples";
import { Section } from "./section";

type Values = {
  title: string;
  name: string;
  email: string;
  password: string;
  relationship: string;
  message: string;
  seal: string;
  code: string;
};

const filled: Partial<Values> = {
  title: "On your wedding day",
  name: "Mia Berger",
  email: "mia@example.org",
  relationship: "child",
  message:
    "My dear Mia,\n\nby the time you read this you will have forgotten how you danced in the kitchen when you were four, with the colander on your head. I have not. I am writing it down today, so that nobody has to remember it for us.",
  seal: "on",
};

const wrong = {
  title: unbroken,
  name: rightToLeft,
  email: "mia@example",
  message: "",
};

const errors = {
  "": ["Please look at the fields marked below. Nothing you wrote is lost."],
  title: ["A memory with this title already exists"],
  email: ["Please enter a valid email address"],
  password: ["Password must meet all requirements"],
  relationship: ["Please choose one."],
  message: ["Please add at least one photo, video, audio file, or write a message."],
  seal: ["Please tick the box to go on."],
  code: ["This code isn’t right. Please use the code from our latest email."],
};

function SampleForm({ state }: { state: "empty" | "filled" | "wrong" | "disabled" }) {
  const [form, fields] = useForm<Values>({
    id: `sample-${state}`,
    defaultValue: state === "empty" ? {} : filled,
    lastResult: state === "wrong" ? { status: "error", initialValue: wrong, error: errors } : undefined,
  });
  const disabled = state === "disabled";
  return (
    <form className="stack" action="/dev/ui">
      <ErrorSummary form={form} />
      <Columns
        aside={
          <>
            <Card title="When should it arrive?">
              <div>
                <p className="when">June 14, 2044</p>
                <p className="small">09:00 in Berlin, in 17 years and 7 months</p>
              </div>
              <ButtonLink variant="quiet" href="#forms">
                Change date
              </ButtonLink>
            </Card>
            <Card tone="glow">
              <Checkbox
                field={fields.seal}
                label="Seal it"
                hint="No one can open or change it before then, not even you. We’ll ask once more before closing it, unless it’s due within 15 minutes."
                disabled={disabled}
              />
            </Card>
            <Button size="form" disabled={disabled}>
              Schedule Memory
            </Button>
          </>
        }
      >
        <Card>
          <TextField field={fields.title} label="Memory Title" disabled={disabled} />
          <FieldRow>
            <TextField field={fields.name} label="Recipient name" disabled={disabled} />
            <TextField
              field={fields.email}
              label="Recipient e-mail"
              type="email"
              hint="We’ll check with you each year that it still works."
              disabled={disabled}
            />
          </FieldRow>
          <FieldRow>
            <TextField
              field={fields.password}
              label="Password"
              type="password"
              hint="At least 8 characters, with an uppercase letter, a lowercase letter and a digit. Or any 15 characters."
              disabled={disabled}
            />
            <SelectField field={fields.relationship} label="Relationship" disabled={disabled}>
              <option value="">Choose one</option>
              <option value="child">Child</option>
              <option value="friend">Friend</option>
            </SelectField>
          </FieldRow>
          <TextArea field={fields.message} label="Message" letter disabled={disabled} />
          <CodeField field={fields.code} label="The six digits from our email" hint="It works for 10 minutes." />
        </Card>
      </Columns>
    </form>
  );
}

const variants: ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];

export function Forms() {
  return (
    <>
      <Section id="buttons" title="Buttons">
        {variants.map((variant) => (
          <div className="actions" key={variant}>
            <Button variant={variant}>Schedule Memory</Button>
            <ButtonLink variant={variant} href="#buttons">
              A link
            </ButtonLink>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        ))}
        <Button variant="secondary">{long}</Button>
        <Button size="form">Schedule Memory</Button>
      </Section>
      {(["empty", "filled", "wrong", "disabled"] as const).map((state) => (
        <Section key={state} id={`form-${state}`} title={`Form, ${state}`}>
          <SampleForm state={state} />
        </Section>
      ))}
    </>
  );
}
