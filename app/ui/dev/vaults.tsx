import { Postmark } from "../base/postmark";
import { Seal } from "../base/seal";
import { kindNames, Stamp, type VaultKind } from "../base/stamp";
import { CreateCard, VaultCard, type VaultCardData, VaultGrid } from "../vault/vault-card";
import { long, rightToLeft, unbroken } from "./samples";
import { Section } from "./section";

const vaults: VaultCardData[] = [
  {
    title: "For Leo, at seven",
    kind: "photo",
    state: "scheduled",
    addressLine: "To Leo Berger",
    deliveryDate: "2026-11-20",
    badge: "Today",
  },
  {
    title: "On your wedding day",
    kind: "letter",
    state: "sealed",
    addressLine: "To Mia Berger",
    deliveryDate: "2044-06-14",
    badge: "Sealed",
  },
  {
    title: "Grandpa’s eightieth",
    kind: "board",
    state: "delivering",
    addressLine: "Memory Board, 23 people",
    deliveryDate: "2026-12-04",
    badge: "On its way",
  },
  {
    title: "To me, after the move",
    kind: "future",
    state: "delivered",
    addressLine: "To me",
    deliveryDate: "2026-11-02",
    badge: "Delivered",
  },
  {
    title: "Song for Noor",
    kind: "audio",
    state: "draft",
    addressLine: "To Noor Hadad",
    deliveryDate: "2051-03-01",
    badge: "Draft",
  },
  {
    title: "Untitled Vault",
    kind: "video",
    state: "draft",
    addressLine: "No recipient specified",
    deliveryDate: null,
    badge: "Draft",
  },
  {
    title: "The old house",
    kind: "video",
    state: "held",
    addressLine: "To Jonas Weber",
    deliveryDate: "2026-10-31",
    badge: "Waiting for an address",
  },
  {
    title: "A change of mind",
    kind: "letter",
    state: "cancelled",
    addressLine: "To Sam Okafor",
    deliveryDate: "2030-01-09",
    badge: "Cancelled",
  },
  {
    title: long,
    kind: "letter",
    state: "sealed",
    addressLine: `To Maximiliane Friederike von Hohenberg-Wartenstein, ${unbroken}`,
    deliveryDate: "2099-12-31",
    badge: "73 years and 1 month",
  },
  {
    title: rightToLeft,
    kind: "letter",
    state: "scheduled",
    addressLine: "إلى ليلى",
    deliveryDate: "2031-09-30",
    badge: "4 years",
  },
  {
    title: unbroken,
    kind: "photo",
    state: "delivered",
    addressLine: `To ${unbroken}`,
    deliveryDate: "2026-01-01",
    badge: "Delivered",
  },
].map((vault, index) => ({ ...vault, id: String(index), href: `#vault-${index}` }) as VaultCardData);

export function VaultSamples() {
  return (
    <>
      <Section id="vaults" title="Vaults">
        <VaultGrid>
          {vaults.map((vault) => (
            <VaultCard key={vault.id} vault={vault} />
          ))}
          <CreateCard label="Create Another Vault" />
        </VaultGrid>
      </Section>
      <Section id="stamps" title="Stamps, postmark, seal">
        <div className="actions">
          {(Object.keys(kindNames) as VaultKind[]).map((kind) => (
            <Stamp key={kind} kind={kind} />
          ))}
          <Stamp kind="letter" isPlaceholder />
        </div>
        <div>
          <Postmark day="2044-06-14" lands />
        </div>
        <Seal closes />
      </Section>
    </>
  );
}
