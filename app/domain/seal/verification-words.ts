import { formatDate, formatInstant, zoneInWords } from "~/domain/calendar/delivery-date";
import type { ComparedFile } from "./compare-content.server";
import type { Verification } from "./verify-certificate.server";

export type VerificationInWords = {
  tone: "success" | "warning" | "error";
  title: string;
  sentences: string[];
  facts: { label: string; value: string }[];
  files: { name: string; said: string; isSealed: boolean }[];
};

type Readable = Exclude<Verification, { status: "unreadable" }>;
type Genuine = Extract<Verification, { status: "genuine" }>;

const BARE = { facts: [], files: [] };

/** Instants are in UTC, as in the certificate. */
export function verificationInWords(verification: Readable): VerificationInWords {
  if (verification.status === "forged") {
    return {
      ...BARE,
      tone: "error",
      title: "Not genuine",
      sentences: [
        `It names our key ${verification.keyId}, but that key didn’t sign this. It was changed, or never came from us. Don’t rely on it.`,
      ],
    };
  }
  if (verification.status === "not_ours") {
    const { issuer, isWhole } = verification;
    return {
      ...BARE,
      tone: isWhole ? "warning" : "error",
      title: "Not signed by us",
      sentences: [
        isWhole
          ? `It was signed with a key we don’t know, and hasn’t been changed since. It says it comes from ${issuer}: only they can tell you if the key is theirs.`
          : "It was signed with a key we don’t know, and has been changed since. Don’t rely on it.",
      ],
    };
  }
  return genuineInWords(verification);
}

function genuineInWords(verification: Genuine): VerificationInWords {
  const { keyId, keyRetiredAt, sealedAt, delivery, fileCount, fingerprint, vault, compared } = verification;
  const files = (compared ?? []).map((file) => ({ name: file.name, ...comparison(file) }));
  const isDoubtful = vault === "changed" || files.some(({ isSealed }) => !isSealed);
  return {
    tone: isDoubtful ? "warning" : "success",
    title: isDoubtful ? "Genuine, but not everything matches" : "Genuine",
    sentences: [`${signedBy(keyId, keyRetiredAt)} Nothing in it has been changed since.`, VAULT[vault]],
    facts: [
      { label: "Sealed", value: `${formatInstant(sealedAt, "UTC")} UTC` },
      { label: "For", value: `${formatDate(delivery.date)} at ${delivery.time} ${zoneInWords(delivery.zone)}` },
      { label: "It covers", value: `The title, the message${filesInWords(fileCount)}` },
      { label: "Fingerprint", value: fingerprint },
    ],
    files,
  };
}

function signedBy(keyId: string, retiredAt: Date | null): string {
  if (!retiredAt) return `We signed it with our current key, ${keyId}.`;
  return `We signed it with our key ${keyId}, which was in use until ${formatInstant(retiredAt, "UTC")} UTC.`;
}

const VAULT: Record<Genuine["vault"], string> = {
  unchanged: "The vault is still here, and our records say that nothing in it was changed.",
  changed: "The vault is still here, but our records say that it’s no longer what was sealed. Please tell us.",
  unknown: "The vault itself isn’t here now, so we can’t say anything about it.",
};

function filesInWords(count: number): string {
  if (count === 0) return "";
  return count === 1 ? " and one file" : ` and ${count} files`;
}

function comparison({ parts, isExact, isEmpty }: ComparedFile): { said: string; isSealed: boolean } {
  if (isEmpty) return { said: "is empty, so there’s nothing to compare", isSealed: false };
  if (parts.length === 0) return { said: "isn’t part of what was sealed", isSealed: false };
  const named = parts.map((part) => (/\d/.test(part) ? part : `the ${part}`));
  const how = isExact ? "exactly as it was sealed" : "as it was sealed, but saved with different line breaks";
  return { said: `is ${named.join(" and ")}, ${how}`, isSealed: true };
}
