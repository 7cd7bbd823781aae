import { DEFAULTS, PREFERENCE_WORDS, type Preferences } from "~/domain/outbox/email-preferences";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { Choice } from "../base/choice";
import { CsrfField } from "../base/csrf-field";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";

type Props = {
  email: string;
  failedMail: string | null;
  preferences: Preferences;
};

const NAMES = Object.keys(DEFAULTS) as (keyof Preferences)[];

/** Security alerts are listed but cannot be switched off. */
export function NotificationsPage({ email, failedMail, preferences }: Props) {
  return (
    <>
      <PageHead
        title="Notifications"
        lede={
          <>
            What we write to <span dir="auto">{email}</span>. What you send to others goes out either way.
          </>
        }
        back={{ href: "/settings", label: "Settings" }}
      />
      {failedMail && (
        <Notice kind="warning" title={failedMail}>
          <p>
            Is <span dir="auto">{email}</span> still right? You can <a href="/settings/profile">change your address</a>.
            If it is right, ask the people who run your mailbox to let our emails through.
          </p>
        </Notice>
      )}
      <Card>
        <form method="post" className="stack">
          <CsrfField />
          {NAMES.map((name) => (
            <PreferenceChoice key={name} name={name} isOn={preferences[name]} />
          ))}
          <Button size="form">Save preferences</Button>
        </form>
      </Card>
    </>
  );
}

function PreferenceChoice({ name, isOn }: { name: keyof Preferences; isOn: boolean }) {
  const isFixed = name === "securityAlerts";
  return (
    <Choice
      id={name}
      type="checkbox"
      name={isFixed ? undefined : name}
      defaultChecked={isOn}
      disabled={isFixed}
      {...PREFERENCE_WORDS[name]}
    />
  );
}
