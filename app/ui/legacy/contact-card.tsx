import type { ContactState } from "~/domain/legacy/legacy";
import { Badge, type BadgeTone } from "../base/badge";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Notice } from "../base/notice";
import type { ContactData } from "./contact-data";
import { PermissionChecks } from "./permission-checks";

const STATES: Record<ContactState, { label: string; tone: BadgeTone }> = {
  invited: { label: "Invited", tone: "glow" },
  accepted: { label: "Accepted", tone: "good" },
  declined: { label: "Declined", tone: "plain" },
};

export function ContactCard({
  id,
  name,
  email,
  relationship,
  permissions,
  state,
  isInvitationLost,
  isUnreachable,
  waits,
}: ContactData) {
  const path = `/settings/legacy-contacts/${id}`;
  const { label, tone } = STATES[state];
  return (
    <section className="card stack" aria-labelledby={`contact-${id}`}>
      <div className="card-head">
        <div>
          <h2 className="card-title" id={`contact-${id}`} dir="auto">
            {name}
          </h2>
          <p className="small">
            {relationship}, <span dir="auto">{email}</span>
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {isInvitationLost && (
        <Notice kind="warning" title={`Our invitation didn’t reach ${name}`}>
          <p>
            Ask {name} whether <span dir="auto">{email}</span> is right. If it isn’t, remove this contact and add them
            with the right address.
          </p>
        </Notice>
      )}
      {isUnreachable && (
        <Notice kind="warning" title={`We may not be able to reach ${name}`}>
          <p>
            The mailbox <span dir="auto">{email}</span> doesn’t exist. If {name} has another address, remove this
            contact and add them with that one.
          </p>
        </Notice>
      )}
      {waits.map((wait) => (
        <Notice key={wait.stopHref} kind="warning" title={wait.title}>
          <p>{wait.sentence}</p>
          <ButtonLink variant="secondary" href={wait.stopHref}>
            Stop it<span className="visually-hidden"> for “{wait.title}”</span>
          </ButtonLink>
        </Notice>
      ))}
      <form method="post" action={`${path}/permissions`} className="stack">
        <CsrfField />
        <PermissionChecks idPrefix={id} checked={permissions} legend={`If a delivery fails, ${name} may`} />
        <div className="actions">
          <Button variant="secondary">Save permissions</Button>
          <ButtonLink variant="quiet" href={`${path}/remove`}>
            Remove<span className="visually-hidden"> {name}</span>
          </ButtonLink>
        </div>
      </form>
      {state === "invited" && (
        <form method="post" action={`${path}/invitation`}>
          <CsrfField />
          <Button variant="quiet">Send the invitation again</Button>
        </form>
      )}
    </section>
  );
}
