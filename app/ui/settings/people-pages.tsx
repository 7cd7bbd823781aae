import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { ErrorNotice, Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { greetingName, initialOf } from "../frame/chrome";

export type ProfileCardProps = { name: string; since: string; activity: string | null; isOwn: boolean };

export function ProfileCard({ name, since, activity, isOwn }: ProfileCardProps) {
  return (
    <section className="card person">
      <span className="person-initial" aria-hidden="true">
        {initialOf(name)}
      </span>
      <h1 dir="auto">{name}</h1>
      <p>Keeps memories at Amberkeep since {since}.</p>
      {activity && <p className="soft">{activity}</p>}
      {isOwn && (
        <p className="small">
          This is what others see. You choose who in <a href="/settings/privacy">your privacy settings</a>.
        </p>
      )}
    </section>
  );
}

export type Found = { name: string; profileHref: string | null; writeHref: string };

/** `email` is what was searched for. */
export function FindPeoplePage({
  email,
  found,
  problem,
}: {
  email: string;
  found: Found | null;
  problem: string | null;
}) {
  return (
    <>
      <PageHead
        title="Find people"
        lede="Check an address before you write to it. You only find people who allow it."
        back={{ href: "/settings/privacy", label: "Privacy" }}
      />
      <div className="stack">
        <Card>
          <form method="get" className="stack">
            <div className="field">
              <label className="field-label" htmlFor="people-email">
                Email
              </label>
              <input
                className="control"
                id="people-email"
                type="email"
                name="email"
                defaultValue={email}
                autoComplete="off"
                aria-describedby="people-hint"
                required
              />
              <p className="field-hint" id="people-hint">
                Their exact address.
              </p>
            </div>
            <Button size="form">Find</Button>
          </form>
        </Card>
        <ErrorNotice errors={problem ? [problem] : null} />
        {email && !problem && (found ? <FoundCard {...found} /> : <NotFound />)}
      </div>
    </>
  );
}

function FoundCard({ name, profileHref, writeHref }: Found) {
  return (
    <section className="card card-glow" role="status">
      <h2 className="card-title" dir="auto">
        {name}
      </h2>
      <p>This is their address, and they’ve confirmed it.</p>
      <p className="actions">
        <ButtonLink href={writeHref}>Write to {greetingName(name)}</ButtonLink>
        {profileHref && (
          <ButtonLink variant="quiet" href={profileHref}>
            See the profile
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

function NotFound() {
  return (
    <Notice title="No one found at this address">
      <p>They may have no account, or may not want to be found. You can write to them all the same.</p>
    </Notice>
  );
}
