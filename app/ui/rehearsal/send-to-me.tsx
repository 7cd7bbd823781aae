import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Refusal } from "../base/refusal";

type SendToMeProps = {
  /** The owner's own address, if we know it to be theirs. */
  address: string | null;
  /** New with every form, so that sending one twice makes one mail. */
  formId: string;
  /** What the form came back with. */
  result?: unknown;
};

/** Has the mail really sent, to the one person who may see it already. */
export function SendToMe({ address, formId, result }: SendToMeProps) {
  return (
    <Card title="Have it in your own mailbox" tone="glow">
      <Refusal result={result} />
      {address ? (
        <>
          <p>
            The same mail, marked as a rehearsal, to <strong>{address}</strong>. Its link leads back here.
          </p>
          <form method="post" className="actions">
            <CsrfField />
            <input type="hidden" name="formId" value={formId} />
            <Button>Send the rehearsal mail to me</Button>
          </form>
        </>
      ) : (
        <p>
          As soon as your address is verified, the mail can be sent to you. The link for that is on{" "}
          <a href="/dashboard">your dashboard</a>.
        </p>
      )}
    </Card>
  );
}
