import { ADDRESS_STATUSES, type AddressStatus } from "~db/schema/states";

export type { AddressStatus };

export type KnownAddress = { domainStatus: string | null; askedAt: Date | null; answer: string | null };

export function statusOfAddress({ domainStatus, askedAt, answer }: KnownAddress): AddressStatus | null {
  if (answer === "denied" || answer === "returned" || answer === "confirmed") return answer;
  if (domainStatus === "takes_none") return "no_mail";
  return askedAt ? "asked" : null;
}

export function statusOfVault(addresses: KnownAddress[]): AddressStatus | null {
  const known = addresses.map(statusOfAddress);
  const worst = ADDRESS_STATUSES.find((status) => status !== "confirmed" && known.includes(status));
  return worst ?? (known.length > 0 && known.every((status) => status === "confirmed") ? "confirmed" : null);
}

export function isConcern(status: AddressStatus | null): boolean {
  return status !== null && status !== "confirmed";
}

/** Whether a letter would not arrive, or reach the wrong person. */
export function isTrouble(status: AddressStatus | null): status is "denied" | "returned" | "no_mail" {
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
