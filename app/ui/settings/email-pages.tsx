import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { EmptyState } from "../base/empty-state";
import { RefusalNotice } from "../base/refusal-notice";

type Result = { result?: unknown };

const PROFILE = { href: "/settings/profile", label: "Keep the old one" };

export function AskForNewEmail({ from, to, result }: { from: string; to: string } & Result) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm
        title="Change your email?"
        confirm={
          <>
            <input type="hidden" name="email" value={to} />
            <Button>Send the link</Button>
          </>
        }
        cancel={PROFILE}
      >
        <p>
          We send a link to <strong dir="auto">{to}</strong>. Your account changes when you open it. We also let{" "}
          <strong dir="auto">{from}</strong> know.
        </p>
        <p>
          Memories that you’ve received stay in your account. Those sent to the old address from now on don’t reach it.
          Messages to your future self move with you, and so do boards that you’ve joined or co-host.
        </p>
      </Confirm>
    </>
  );
}

export function ConfirmNewEmail({ to, result }: { to: string } & Result) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm title="Is this your new address?" confirm={<Button>Yes, use it</Button>} cancel={PROFILE}>
        <p>
          From now on you log in as <strong dir="auto">{to}</strong>, and we write to you there.
        </p>
      </Confirm>
    </>
  );
}

export function RestoreOldEmail({ to, result }: { to: string } & Result) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm
        title="Restore your old address?"
        confirm={<Button>Restore it</Button>}
        cancel={{ href: "/?home", label: "Leave it changed" }}
      >
        <p>
          Your account goes back to <strong dir="auto">{to}</strong>, every device is logged out, and the password stops
          working. Then you set a new one.
        </p>
      </Confirm>
    </>
  );
}

export function ExpiredRestoreLink() {
  return (
    <EmptyState
      title="This link no longer works"
      headingLevel="h1"
      action={{ href: "/auth?mode=reset", label: "Set a new password" }}
    >
      It has expired or was used before. If you’ve restored your address with it, please set a new password to log in.
    </EmptyState>
  );
}

export function ExpiredEmailLink() {
  return (
    <EmptyState
      title="This link no longer works"
      headingLevel="h1"
      action={{ href: "/settings/profile", label: "Go to your profile" }}
    >
      It has expired, was used before, or belongs to another account than the one you’re logged in to.
    </EmptyState>
  );
}
