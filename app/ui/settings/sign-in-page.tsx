import type { ReactNode } from "react";
import { Badge } from "../base/badge";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

type Ways = {
  passkeys: number;
  hasApp: boolean;
  codesLeft: number;
  takesLinks: boolean;
  email: string;
  isVerified: boolean;
};

export function SignInPage({ passkeys, hasApp, codesLeft, takesLinks, email, isVerified }: Ways) {
  return (
    <>
      <PageHead
        title="Ways to log in"
        lede="Your vaults may wait for decades. A second way in helps if you lose the first."
        back={{ href: "/settings", label: "Settings" }}
      />
      <div className="stack">
        <SignInWay title="Password" badge="On">
          <p>Something only you know, entered with your email.</p>
          <p className="actions">
            <ButtonLink variant="secondary" href="/settings/password">
              Change password
            </ButtonLink>
          </p>
        </SignInWay>
        <SignInWay title="Login links" badge={takesLinks && "On"}>
          <p>
            We email a link to <span dir="auto">{email}</span>, and opening it logs you in without a password.
          </p>
          <form method="post" className="actions">
            <CsrfField />
            <Button name="links" value={takesLinks ? "off" : "on"} variant="secondary">
              {takesLinks ? "Turn off login links" : "Turn on login links"}
            </Button>
          </form>
        </SignInWay>
        <SignInWay title="Passkeys" badge={passkeys > 0 && (passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`)}>
          <p>You unlock your phone or computer as usual, with your face, finger or PIN, and you’re in.</p>
          {isVerified ? (
            <p className="actions">
              <ButtonLink variant="secondary" href="/settings/sign-in/passkeys">
                {passkeys > 0 ? "Manage passkeys" : "Add a passkey"}
              </ButtonLink>
            </p>
          ) : (
            <ConfirmFirst email={email} />
          )}
        </SignInWay>
        <SignInWay title="Codes from an app" badge={hasApp && "On"}>
          <p>
            After your password or login link, an app on your phone shows six digits that you enter as a second step.
          </p>
          {hasApp && <p className="small">{leftOf(codesLeft)}</p>}
          {isVerified ? (
            <p className="actions">
              <ButtonLink variant="secondary" href="/settings/sign-in/app">
                {hasApp ? "Manage your app" : "Add an app"}
              </ButtonLink>
            </p>
          ) : (
            <ConfirmFirst email={email} />
          )}
        </SignInWay>
      </div>
    </>
  );
}

function ConfirmFirst({ email }: { email: string }) {
  return (
    <p className="small">
      You can add one once you’ve confirmed your email. Please open the link we sent to <span dir="auto">{email}</span>.
    </p>
  );
}

export function leftOf(codes: number): string {
  if (codes === 0) return "You have no recovery codes left. Please make new ones.";
  return `You have ${codes === 1 ? "1 recovery code" : `${codes} recovery codes`} left.`;
}

function SignInWay({ title, badge, children }: { title: string; badge: string | false; children: ReactNode }) {
  return (
    <section className="card stack" aria-label={title}>
      <div className="card-head">
        <h2 className="card-title">{title}</h2>
        {badge ? <Badge tone="good">{badge}</Badge> : <Badge>Off</Badge>}
      </div>
      {children}
    </section>
  );
}
