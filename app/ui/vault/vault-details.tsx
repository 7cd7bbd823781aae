import { ButtonLink } from "../button";
import { Card } from "../card";
import { Columns } from "../columns";
import { Facts } from "../facts";
import { PageHead } from "../page-head";
import { Postmark } from "../postmark";
import { Stamp } from "../stamp";
import { type RecordEntry, TimelineRecord } from "../timeline-record";
import { MediaFigures } from "./media-figures";
import type { VaultDetailsData } from "./vault-details-data";
import { VaultState } from "./vault-state";
import { duplicateHref, editHref } from "./vault-with-action";

/** A vault to its owner: what it holds, where it stands, and what happened to it. */
export function VaultDetails({ record, ...vault }: VaultDetailsData & { record: RecordEntry[] }) {
  const back = vault.state === "delivered" ? "/dashboard?tab=delivered" : "/dashboard";
  return (
    <>
      <div className="details-head">
        <PageHead
          title={vault.title}
          lede={<span dir="auto">{vault.line}</span>}
          back={{ href: back, label: "Back" }}
        />
        <span className="franking">
          {vault.deliveryDate && <Postmark day={vault.deliveryDate} />}
          <Stamp kind={vault.kind} />
        </span>
      </div>
      <Columns
        aside={
          <>
            <Card title="About this vault">
              <Facts items={vault.facts} />
              <Actions {...vault} />
            </Card>
            <Card title="Delivery record">
              <TimelineRecord entries={record} />
            </Card>
          </>
        }
      >
        <VaultState state={vault.state} />
        {vault.seesContent && <Content {...vault} />}
      </Columns>
    </>
  );
}

function Content({ message, media }: VaultDetailsData) {
  return (
    <Card>
      <MediaFigures items={media} />
      {message && (
        <div className="letter-text" dir="auto">
          {message}
        </div>
      )}
    </Card>
  );
}

/** The one thing that people mostly want, and below it what is done seldom. */
function Actions({ id, state, isToCome }: VaultDetailsData) {
  const seldom = [
    state === "scheduled" && { href: `/memories/${id}/seal`, label: "Seal it" },
    (state === "scheduled" || state === "sealed") &&
      isToCome && { href: `/memories/${id}/calendar`, label: "Add the day to your calendar", download: true },
    (state === "scheduled" || state === "sealed") && { href: `/memories/${id}/cancel`, label: "Cancel this vault" },
  ].filter((action) => action !== false);
  return (
    <>
      {state === "scheduled" && <ButtonLink href={editHref(id)}>Edit Memory</ButtonLink>}
      {state === "draft" && <ButtonLink href={editHref(id)}>Finish Vault Now</ButtonLink>}
      {state === "delivered" && <ButtonLink href={duplicateHref(id)}>Send again</ButtonLink>}
      {seldom.length > 0 && (
        <ul className="rows">
          {seldom.map(({ label, ...link }) => (
            <li key={link.href}>
              <a className="row-link" {...link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
