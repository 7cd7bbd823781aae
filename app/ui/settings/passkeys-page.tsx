import type { SubmissionResult } from "@conform-to/react";
import { PasskeyForm, usePasskeys } from "../account/passkey-form";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { useHydrated } from "../base/hydrated";
import { ErrorNotice, Notice } from "../base/notice";
import { PageHead } from "../base/page-head";

type Passkey = { id: string; name: string; about: string };
type Props = { passkeys: Passkey[]; suggestedName: string; lastResult?: SubmissionResult<string[]> | undefined };

export function PasskeysPage({ passkeys, suggestedName, lastResult }: Props) {
  return (
    <>
      <PageHead
        title="Passkeys"
        lede="Unlock your device as usual, and you’re in. Nothing to remember, and nothing to steal from us."
        back={{ href: "/settings/sign-in", label: "Ways to log in" }}
      />
      <div className="stack">
        {passkeys.length > 0 && (
          <Card title="Your passkeys">
            <ul className="rows">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} {...passkey} />
              ))}
            </ul>
          </Card>
        )}
        <Card title={passkeys.length > 0 ? "Add another" : "Add a passkey"}>
          <AddPasskey key={passkeys.length} suggestedName={suggestedName} lastResult={lastResult} />
        </Card>
        <p className="small">
          Lost a device? Remove its passkey here. Your password and login links keep working without it.
        </p>
      </div>
    </>
  );
}

function PasskeyRow({ id, name, about }: Passkey) {
  return (
    <li>
      <div>
        <p className="device-name" dir="auto">
          {name}
        </p>
        <p className="small">{about}</p>
      </div>
      <form method="post" action="/settings/sign-in/passkeys/remove">
        <CsrfField />
        <Button name="passkey" value={id} variant="quiet">
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </form>
    </li>
  );
}

function AddPasskey({ suggestedName, lastResult }: Omit<Props, "passkeys">) {
  const isHydrated = useHydrated();
  const canAdd = usePasskeys();
  const { "": problems, ...errors } = lastResult?.error ?? {};
  const nameErrors = errors.name ?? errors.credential;
  if (isHydrated && !canAdd) return <Notice>This browser can’t make passkeys. Please try another.</Notice>;
  if (!canAdd) {
    return (
      <noscript>
        <p>Your browser makes passkeys with JavaScript, which is off here. Turn it on to add one.</p>
      </noscript>
    );
  }
  return (
    <PasskeyForm kind="register" action="/settings/sign-in/passkeys" optionsPath="/settings/sign-in/passkeys/options">
      <ErrorNotice errors={problems ?? nameErrors} />
      <div className="field">
        <label className="field-label" htmlFor="passkey-name">
          Name
        </label>
        <input
          className="control"
          id="passkey-name"
          name="name"
          defaultValue={String(lastResult?.initialValue?.name ?? suggestedName)}
          maxLength={60}
          dir="auto"
          aria-describedby="passkey-name-hint"
          required
        />
        <p className="field-hint" id="passkey-name-hint">
          So that you recognise it in this list.
        </p>
      </div>
      <Button size="form">Add a passkey</Button>
      <p className="small">Your device asks for your face, finger or PIN. We email you that a passkey was added.</p>
    </PasskeyForm>
  );
}
