import { Button } from "../button";
import { CsrfField } from "../csrf-field";
import { Notice } from "../notice";

/** Letters to other people wait until the sender's address is verified. */
export function VerifyNotice({ email }: { email: string }) {
  return (
    <Notice kind="warning" title="Please verify your address">
      <p>We sent a mail to {email}. Letters to other people are delivered only after you followed its link.</p>
      <form method="post" action="/verify-address/resend">
        <CsrfField />
        <Button variant="secondary">Send it again</Button>
      </form>
    </Notice>
  );
}
