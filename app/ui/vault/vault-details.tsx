import type { Unreached } from "~/domain/vault/events";
import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { Columns } from "../base/columns";
import { Facts } from "../base/facts";
import { LetterText } from "../base/letter-text";
import { PageHead } from "../base/page-head";
import { Postmark } from "../base/postmark";
import { Stamp } from "../base/stamp";
import { CertificateCard } from "../seal/certificate-card";
import { AddressConcern } from "./address-concern";
import { FinishVault } from "./finish-vault";
import { type RecordEntry, TimelineRecord } from "./history-list";
import { MediaFigures } from "./media-figures";
import type { VaultDetailsData } from "./vault-details-data";
import { VAULT_PAGES } from "./vault-pages";
import { VaultStatus } from "./vault-status";
import { duplicateVaultHref, editVaultHref } from "./vault-with-action";

/** A vault as its owner sees it. */
export function VaultDetails({
  record,
  fingerprint,
  isJustSealed,
  unreached,
  ...vault
}: VaultDetailsData & {
  record: RecordEntry[];
  /** URL of the seal certificate. */
  fingerprint: string | null;
  /** Animates the closing of the seal. */
  isJustSealed: boolean;
  /** Recipients who were not reached. */
  unreached: Unreached[];
}) {
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
          {vault.deliveryDate && <Postmark day={vault.deliveryDate} />} <Stamp kind={vault.kind} />
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
              {record.length > 0 && (
                <p>
                  <a href={`/memories/${vault.id}/record`} download>
                    Download the record
                  </a>
                </p>
              )}
            </Card>
          </>
        }
      >
        <AddressConcern id={vault.id} state={vault.state} concern={vault.concern} />
        <VaultStatus {...vault} isJustSealed={isJustSealed} unreached={unreached} />
        {vault.seesContent && <Content {...vault} />}
        {fingerprint && <CertificateCard id={vault.id} fingerprint={fingerprint} />}
      </Columns>
    </>
  );
}

function Content({ message, media }: VaultDetailsData) {
  return (
    <Card>
      <MediaFigures items={media} />
      {message && <LetterText text={message} />}
    </Card>
  );
}

/** The main action, with less frequent ones below. */
function Actions({ id, title, state, isToCome, kind, seesContent }: VaultDetailsData) {
  const seldom = VAULT_PAGES.filter(({ isFor }) => isFor({ state, isToCome, kind, seesContent }));
  return (
    <>
      {state === "draft" && <FinishVault id={id} title={title} className="button button-primary button-form" />}
      {(state === "scheduled" || state === "draft") && (
        <ButtonLink variant={state === "draft" ? "secondary" : "primary"} href={editVaultHref(id)}>
          Edit Memory
        </ButtonLink>
      )}
      {state === "delivered" && <ButtonLink href={duplicateVaultHref(id)}>Send again</ButtonLink>}
      {seldom.length > 0 && (
        <ul className="rows">
          {seldom.map(({ page, label, download }) => (
            <li key={page}>
              <a className="row-link" href={`/memories/${id}/${page}`} download={download}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
