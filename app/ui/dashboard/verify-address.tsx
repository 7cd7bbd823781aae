import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { newEmailHref } from "../settings/new-email-href";

export type Unverified = {
  email: string;
  /** A new address that was asked for and is not confirmed yet. */
  pendingEmail: string | null;
};

/** Where the link went, and why to open it. A full stop after a long email would stand alone on its next line. */
export function LinkSent({ email, pendingEmail, why }: Unverified & { why: string }) {
  return pendingEmail ? (
    <>
      <p>
        Open the link that’s waiting at <bdi>{pendingEmail}</bdi> {why}.
      </p>
      <p>If it doesn’t arrive, look in your spam folder, check the address, or send it again.</p>
    </>
  ) : (
    <p>
      Open the link we emailed to <bdi>{email}</bdi> {why}.
    </p>
  );
}

/** For a link that doesn’t arrive. */
export function LinkMissing({ pendingEmail }: Unverified) {
  return (
    <>
      {pendingEmail ? (
        <ButtonLink variant="secondary" href={newEmailHref(pendingEmail)}>
          Send it again
        </ButtonLink>
      ) : (
        <form method="post" action="/verify-address/resend">
          <CsrfField />
          <Button variant="secondary">Send it again</Button>
        </form>
      )}
      <a className="row-link" href="/settings/profile">
        Wrong address? Change it
      </a>
    </>
  );
}
