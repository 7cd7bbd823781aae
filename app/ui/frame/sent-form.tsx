import { type ReactNode, useId } from "react";
import { Button, ButtonLink } from "../base/button";
import { forTextArea } from "../base/field-frame";

/** A form whose request failed. Of secrets and files, which have to be entered again, only the names are known. */
export type SentFormProps = {
  action: string;
  isMultipart: boolean;
  fields: [name: string, value: string][];
  secrets: { name: string; kind: "password" | "text" }[];
  files: { name: string; fileNames: string[] }[];
};

/** Shorter values without a line break are sent again, but not shown. */
const SHOWN_FROM = 40;

/** Hidden fields of forms, with what they were opened with. */
const NOT_WRITTEN = ["version", "openedWith", "openedWelcome"];

const isWritten = (name: string, value: string) =>
  !NOT_WRITTEN.includes(name) && /\s/.test(value) && (value.length >= SHOWN_FROM || /[\r\n]/.test(value));

const SECRET_LABELS: Record<string, string> = {
  password: "Password",
  confirmPassword: "Confirm password",
  code: "Code",
};

/** Sends the same form again. Shows longer texts, so that they can be copied. */
export function SentForm({ action, isMultipart, fields, secrets, files }: SentFormProps) {
  return (
    <form method="post" action={action} encType={isMultipart ? "multipart/form-data" : undefined} className="stack">
      {fields.map(([name, value]) =>
        isWritten(name, value) ? (
          <Labelled key={`${name}=${value}`} label="What you wrote">
            {(id) => (
              <textarea
                className="control"
                id={id}
                name={name}
                rows={8}
                dir="auto"
                readOnly
                defaultValue={forTextArea(value)}
              />
            )}
          </Labelled>
        ) : (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      {secrets.map(({ name, kind }) => (
        <Labelled key={name} label={SECRET_LABELS[name]}>
          {(id) => <input className="control" id={id} name={name} type={kind} required />}
        </Labelled>
      ))}
      {files.map(({ name, fileNames }) => (
        <Labelled key={name} label={`Please choose ${fileNames.map((one) => `“${one}”`).join(", ")} again.`}>
          {(id) => (
            <input className="control" id={id} name={name} type="file" multiple={fileNames.length > 1} required />
          )}
        </Labelled>
      ))}
      <p className="actions">
        <Button>Try again</Button>
        <ButtonLink variant="secondary" href="/?home">
          Return to Home
        </ButtonLink>
      </p>
    </form>
  );
}

function Labelled({ label, children }: { label: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
