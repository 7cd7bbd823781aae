import { distanceInWords, formatDate, formatInstant } from "~/domain/vault/delivery-date";
import { DISPLAY_RECIPIENT, DISPLAY_TITLE } from "~/domain/vault/vault";
import type { ViewedVault } from "~/domain/vault/view-vault.server";
import { ButtonLink } from "../button";
import { Card } from "../card";
import { Columns } from "../columns";
import { Facts } from "../facts";
import { Notice } from "../notice";
import { PageHead } from "../page-head";
import { type RecordEntry, TimelineRecord } from "../timeline-record";
import { MediaFigures, type MediaItem } from "./media-figures";

/** What the details page shows of a vault to its owner, at the instant `now`. */
export function vaultDetails({ vault, view, media }: ViewedVault, now: Date) {
  const date = vault.deliveryDate;
  const hour = `${String(vault.deliveryHour).padStart(2, "0")}:00 in ${vault.deliveryZone}`;
  return {
    id: vault.id,
    title: vault.title || DISPLAY_TITLE,
    state: vault.state,
    seesContent: view.as === "owner" && view.seesContent,
    message: vault.message,
    media: media.map((item): MediaItem => ({ ...item, href: `/media/${item.id}` })),
    facts: [
      { label: "Recipient", value: recipientLine(vault) },
      {
        label: "Delivery date",
        value: date ? `${formatDate(date)}, ${hour}, ${distanceInWords(date, vault.deliveryZone, now)}` : "",
      },
      { label: "Created", value: formatInstant(vault.createdAt, vault.deliveryZone).split(" at ")[0] ?? "" },
      ...(vault.deliveredAt
        ? [{ label: "Delivered", value: formatInstant(vault.deliveredAt, vault.deliveryZone) }]
        : []),
    ],
  };
}

function recipientLine({ type, recipient, recipientEmail }: ViewedVault["vault"]): string {
  if (type === "memory-board") return "Everyone on its list";
  if (recipient && recipientEmail) return `${recipient} (${recipientEmail})`;
  return recipient ?? recipientEmail ?? DISPLAY_RECIPIENT;
}

export type VaultDetailsData = ReturnType<typeof vaultDetails>;

export function VaultDetails({ record, ...vault }: VaultDetailsData & { record: RecordEntry[] }) {
  const back = vault.state === "delivered" ? "/dashboard?tab=delivered" : "/dashboard";
  return (
    <>
      <PageHead title={vault.title} back={{ href: back, label: "Back" }} />
      <Columns
        aside={
          <>
            <Card title="About this vault">
              <Facts items={vault.facts} />
              {vault.state === "scheduled" && (
                <p className="actions">
                  <ButtonLink href={`/create?edit=true&id=${vault.id}`}>Edit Memory</ButtonLink>
                </p>
              )}
            </Card>
            <Card title="Delivery record">
              <TimelineRecord entries={record} />
            </Card>
          </>
        }
      >
        {vault.seesContent ? <Content {...vault} /> : <SealedNotice />}
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

function SealedNotice() {
  return (
    <Notice kind="info" title="Sealed">
      <p>Nobody can open or change it until its day, not even you.</p>
    </Notice>
  );
}
