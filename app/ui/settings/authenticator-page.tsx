import type { SubmissionResult } from "@conform-to/react";
import type { openingCodeSchema } from "~/domain/codes/one-time-code";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CodeField } from "../base/code-field";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";
import { QrCode } from "../base/qr-code";
import { RefusalNotice } from "../base/refusal-notice";
import { leftOf } from "./sign-in-page";

type SetUp = { url: string; qr: { size: number; path: string }; secret: string };
type LastResult = { lastResult?: SubmissionResult<string[]> | undefined };
type Props = LastResult & { isOn: boolean; codesLeft: number; codes: string[] | null; setUp: SetUp | null };

export function AuthenticatorPage(props: Props) {
  const { isOn, codes, setUp, lastResult } = props;
  return (
    <>
      <PageHead
        title={codes ? "Keep these codes" : "Codes from an app"}
        lede={codes ? "They get you in when your phone can’t." : "A second step, after your password or login link."}
        back={{ href: "/settings/sign-in", label: "Ways to log in" }}
      />
      <div className="stack">
        {(codes || isOn || !setUp) && <RefusalNotice result={lastResult} />}
        <Step {...props} />
      </div>
    </>
  );
}

function Step({ isOn, codesLeft, codes, setUp, lastResult }: Props) {
  if (codes) return <RecoveryCodes codes={codes} />;
  if (isOn) return <Manage codesLeft={codesLeft} />;
  return setUp ? <Scan {...setUp} lastResult={lastResult} /> : <Start />;
}

function Start() {
  return (
    <Card>
      <p>
        You need an authenticator app on your phone, such as the password manager you already use. It shows six digits
        that change every 30 seconds, and logging in here will ask for them.
      </p>
      <p>You also get ten recovery codes to keep on paper, for the day the phone is lost.</p>
      <form method="post">
        <CsrfField />
        <Button name="intent" value="start" size="form">
          Add an app
        </Button>
      </form>
    </Card>
  );
}

function Scan({ url, qr, secret, lastResult }: SetUp & LastResult) {
  const [form, fields, formProps] = useLiveForm<typeof openingCodeSchema>({
    id: "set-up",
    lastResult,
    rules: () => import("~/domain/codes/one-time-code-rules").then((rules) => rules.openingCodeRules),
  });
  return (
    <Card>
      <form method="post" {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <p>
          Scan this with the app on your phone. On the phone itself, <a href={url}>open your app</a>, or enter the key
          below.
        </p>
        <QrCode qr={qr} className="set-up-qr" label="QR code for your authenticator app; the key below is the same" />
        <p>
          <span className="small">Key</span>
          <br />
          <code className="set-up-key">{secret}</code>
        </p>
        <CodeField field={fields.code} label="The six digits your app shows" hint="So that we know it worked." />
        <Button name="intent" value="confirm" size="form">
          Turn on
        </Button>
      </form>
    </Card>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Card tone="glow">
      <p>
        Print them or write them down, and keep them where you keep important papers. Each works once, in place of the
        app. <strong>We can’t show them again.</strong>
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <form method="post">
        <CsrfField />
        <Button name="intent" value="kept" size="form">
          I’ve kept them
        </Button>
      </form>
    </Card>
  );
}

function Manage({ codesLeft }: { codesLeft: number }) {
  return (
    <>
      <Card title="Your app is on">
        <p>
          Logging in with your password or a login link asks for six digits from your app. A passkey doesn’t need them.
        </p>
        <p>New phone? Remove the app here, then add it again.</p>
        <form method="post">
          <CsrfField />
          <Button name="intent" value="remove" variant="secondary">
            Remove the app
          </Button>
        </form>
      </Card>
      <Card title="Recovery codes">
        <p>{leftOf(codesLeft)} Each gets you in once without the app.</p>
        <form method="post">
          <CsrfField />
          <Button name="intent" value="renew" variant="secondary">
            Make new codes
          </Button>
        </form>
        <p className="small">New codes replace the old ones.</p>
      </Card>
    </>
  );
}
