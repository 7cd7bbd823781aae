import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";

export function VerifyNotice({ email }: { email: string }) {
  return (
    <>
      <div>
        <p>
          <strong>Please verify your address</strong>
        </p>
        <p>We sent a mail to {email}. Letters are delivered only after you followed its link.</p>
      </div>
      <form method="post" action="/verify-address/resend">
        <CsrfField />
        <Button variant="secondary">Send it again</Button>
      </form>
    </>
  );
}
