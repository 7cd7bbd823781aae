import { ADDRESS_STATUSES, type AddressStatus } from "~db/schema/states";

export type { AddressStatus };

export type KnownAddress = {
  domainStatus: string | null;
  domainCheckedAt: Date | null;
  askedAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
};

/** A confirmation proves that mail arrives, until a later check of the domain says otherwise. */
export function statusOfAddress(known: KnownAddress): AddressStatus | null {
  const { domainStatus, domainCheckedAt, askedAt, answer, answeredAt } = known;
  if (answer === "denied" || answer === "returned") return answer;
  const isDomainDead = domainStatus === "takes_none";
  if (answer === "confirmed") return isDomainDead && isAfter(domainCheckedAt, answeredAt) ? "no_mail" : "confirmed";
  if (isDomainDead) return "no_mail";
  return askedAt ? "asked" : null;
}

const isAfter = (one: Date | null, other: Date | null) => one !== null && other !== null && one > other;

export function statusOfVault(addresses: KnownAddress[]): AddressStatus | null {
  const known = addresses.map(statusOfAddress);
  const worst = ADDRESS_STATUSES.find((status) => status !== "confirmed" && known.includes(status));
  return worst ?? (known.length > 0 && known.every((status) => status === "confirmed") ? "confirmed" : null);
}

export function isAddressConcern(status: AddressStatus | null): boolean {
  return status !== null && status !== "confirmed";
}

/** Whether a letter would not arrive, or reach the wrong person. */
export function isUnusable(status: AddressStatus | null): status is "denied" | "returned" | "no_mail" {
  return status === "denied" || status === "returned" || status === "no_mail";
}

export const STATUS_WORDS: Record<AddressStatus, string> = {
  denied: "The person there says it isn’t theirs",
  returned: "Our question came back",
  no_mail: "This mailbox doesn’t exist",
  asked: "Asked, not confirmed yet",
  confirmed: "Confirmed",
};

export function statusWords(status: AddressStatus | null): string {
  return status ? STATUS_WORDS[status] : "Not asked yet";
}
