import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { RefusalNotice } from "../base/refusal-notice";

type SendToMeProps = {
  /** The owner's email, if verified. */
  address: string | null;
  /** New for every form, so that a double submission sends one mail. */
  formId: string;
  result?: unknown;
};

export function SendToMe({ address, formId, result }: SendToMeProps) {
  return (
    <Card title="See it in your own mailbox" tone="glow">
      <RefusalNotice result={result} />
      {address ? (
        <>
          <p>
            We’ll send the same email, marked as a rehearsal, to <strong>{address}</strong>. Its link leads back here.
          </p>
          <form method="post" className="actions">
            <CsrfField />
            <input type="hidden" name="formId" value={formId} />
            <Button>Send me the rehearsal email</Button>
          </form>
        </>
      ) : (
        <p>
          As soon as your address is confirmed, we can send it to you. You can get the link for that on{" "}
          <a href="/dashboard">your dashboard</a>.
        </p>
      )}
    </Card>
  );
}
