import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { newEmailHref, settingsPathOf } from "../settings/paths";

export type Unverified = {
  email: string;
  /** A new address that was asked for and is not confirmed yet. */
  pendingEmail: string | null;
};

/** Where the link went. `why` completes the sentence “Open it …”. */
export function LinkSent({ email, pendingEmail, why }: Unverified & { why: string }) {
  return pendingEmail ? (
    <>
      <p>
        A link is waiting at <bdi>{pendingEmail}</bdi>. Open it {why}.
      </p>
      <p>If it doesn’t arrive, look in your spam folder, check the address, or send it again.</p>
    </>
  ) : (
    <p>
      We emailed a link to <bdi>{email}</bdi>. Open it {why}.
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
      <a className="row-link" href={settingsPathOf("profile")}>
        Wrong address? Change it
      </a>
    </>
  );
}
