import type { TroubledAddress } from "~/domain/address-health/other-addresses.server";
import type { AddressToCheck } from "~/domain/delivery/addresses-to-check.server";
import type { Unreached } from "~/domain/vault/events";
import { Badge } from "../base/badge";
import { Card } from "../base/card";
import { Facts } from "../base/facts";
import { LetterText } from "../base/letter-text";
import { PageHead } from "../base/page-head";
import { Postmark } from "../base/postmark";
import { Stamp } from "../base/stamp";
import { type BoardPieces, PiecesCard } from "../board/pieces-card";
import { CertificateCard } from "../seal/certificate-card";
import { AddressConcern, OtherAddressConcern } from "./address-concern";
import { CheckAddress } from "./check-address";
import { type HistoryEntry, HistoryList } from "./history-list";
import { MediaFigures } from "./media-figures";
import { PhoneConcern } from "./phone-concern";
import { UnsavedChanges } from "./unsaved-changes";
import { VaultCardActions } from "./vault-actions";
import { BADGE_TONES } from "./vault-card";
import type { VaultDetailsData } from "./vault-details-data";
import { VaultStatus } from "./vault-status";

/** A vault as its owner sees it. */
export function VaultDetails({
  record,
  earlier,
  pieces,
  fingerprint,
  isJustSealed,
  unusablePhone,
  unreached,
  troubled,
  addressesToCheck,
  ...vault
}: VaultDetailsData & {
  record: HistoryEntry[];
  /** How many earlier entries are only in the downloaded record. */
  earlier: number;
  /** Null except for a board that shows them. */
  pieces: BoardPieces | null;
  /** Fingerprint of the seal certificate; null for unsealed vaults. */
  fingerprint: string | null;
  /** Animates the closing of the seal. */
  isJustSealed: boolean;
  unusablePhone: string | null;
  unreached: Unreached[];
  /** Second address and backup contact, if they have problems. */
  troubled: TroubledAddress[];
  addressesToCheck: AddressToCheck[];
}) {
  const entries = [...record, ...vault.coming];
  const back = vault.state === "delivered" ? "/dashboard?tab=delivered" : "/dashboard";
  return (
    <>
      <div className="details-head">
        <div className="page-head">
          <PageHead title={vault.title} back={{ href: back, label: "Back" }} />
          <When {...vault} />
        </div>
        {vault.state !== "sealed" && (
          <span className="franking">
            {vault.deliveryDate && <Postmark day={vault.deliveryDate} />} <Stamp kind={vault.kind} />
          </span>
        )}
      </div>
      <div className="vault-page">
        <div className="columns vault-columns">
          <div className="stack">
            {vault.hasEditDraft && <UnsavedChanges id={vault.id} state={vault.state} />}
            <AddressConcern id={vault.id} state={vault.state} concern={vault.concern} />
            <OtherAddressConcern id={vault.id} state={vault.state} troubled={troubled} />
            {unusablePhone && <PhoneConcern {...vault} phone={unusablePhone} />}
            <VaultStatus {...vault} isJustSealed={isJustSealed} unreached={unreached} />
            {addressesToCheck.map((address) => (
              <CheckAddress key={address.href} {...address} />
            ))}
            {pieces && <PiecesCard id={vault.id} pieces={pieces} />}
            {vault.seesContent && <Content {...vault} />}
            <div className="stack vault-after">
              {entries.length > 0 && (
                <Card title="Delivery record">
                  {earlier > 0 && (
                    <p className="small">
                      {earlier === 1
                        ? "The first line is only in the record that you can download."
                        : `The first ${earlier.toLocaleString("en")} lines are only in the record that you can download.`}
                    </p>
                  )}
                  <HistoryList entries={entries} />
                  {record.length > 0 && (
                    <p className="on-screen">
                      <a href={`/memories/${vault.id}/record`} download>
                        Download the record
                      </a>
                    </p>
                  )}
                </Card>
              )}
              {fingerprint && <CertificateCard id={vault.id} fingerprint={fingerprint} />}
            </div>
          </div>
          <div className="stack vault-side">
            <Card title="About this vault">
              <p className="vault-to">
                To <strong dir="auto">{vault.kind === "board" ? vault.toEmail : vault.to}</strong>{" "}
                {vault.kind !== "board" && vault.toEmail}
              </p>
              <VaultCardActions {...vault} />
              <Facts items={vault.facts} />
            </Card>
          </div>
        </div>
      </div>
    </>
  );
}

function When({ when, state, badge }: VaultDetailsData) {
  return (
    <p className="vault-when">
      {when ? (
        <>
          <strong>{when.day}</strong> <span>{when.hour}</span> {when.distance && <span>{when.distance}</span>}
        </>
      ) : (
        <span>No day chosen yet</span>
      )}{" "}
      {badge && <Badge tone={BADGE_TONES[state]}>{badge}</Badge>}
    </p>
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
