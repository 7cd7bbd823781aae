import type { Privacy } from "~/domain/account/account";
import { PRIVACY_WORDS, type PrivacyToggle, VISIBILITY_WORDS } from "~/domain/account/privacy";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { Choice } from "../base/choice";
import { CsrfField } from "../base/csrf-field";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";

type Props = { privacy: Privacy; profileHref: string; isVerified: boolean };

const VISIBILITIES = Object.keys(VISIBILITY_WORDS) as (keyof typeof VISIBILITY_WORDS)[];

export function PrivacySettingsPage({ privacy, profileHref, isVerified }: Props) {
  return (
    <>
      <PageHead
        title="Privacy"
        lede="What others can know about you. What you write is only ever for those you chose."
        back={{ href: "/settings", label: "Settings" }}
      />
      <form method="post" className="stack">
        <CsrfField />
        {!isVerified && (
          <Notice title="Your email isn’t confirmed yet">
            <p>Nobody can see or find you before it is. Your dashboard can send the link again.</p>
          </Notice>
        )}
        <Card title="Your profile">
          <fieldset className="choices">
            <legend>Who can see it?</legend>
            {VISIBILITIES.map((one) => (
              <Choice
                key={one}
                id={`visibility-${one}`}
                type="radio"
                name="profileVisibility"
                value={one}
                defaultChecked={privacy.profileVisibility === one}
                {...VISIBILITY_WORDS[one]}
              />
            ))}
          </fieldset>
          <p className="small">
            It shows your name and since when you’ve been here, never your address.{" "}
            {privacy.profileVisibility !== "private" && <a href={profileHref}>See it as others do</a>}
          </p>
          <Toggle name="showActivity" isOn={privacy.showActivity} />
        </Card>
        <Card title="Being found">
          <Toggle name="allowSearchByEmail" isOn={privacy.allowSearchByEmail} />
          <p className="small">
            Looking for someone yourself? <a href="/people">Find people</a>
          </p>
        </Card>
        <Card title="What the server notes">
          <Toggle name="analyticsOptOut" isOn={privacy.analyticsOptOut} />
          <Toggle name="dataSharing" isOn={privacy.dataSharing} />
          <p className="small">There’s no other tracking, and nothing is passed on to anyone.</p>
        </Card>
        <Button size="form">Save privacy settings</Button>
      </form>
    </>
  );
}

function Toggle({ name, isOn }: { name: PrivacyToggle; isOn: boolean }) {
  return <Choice id={name} type="checkbox" name={name} defaultChecked={isOn} {...PRIVACY_WORDS[name]} />;
}
