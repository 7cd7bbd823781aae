import { min } from "date-fns";
import { createVerificationLink } from "~/domain/account/account-links.server";
import { dateIn, distanceInWords, formatDate } from "~/domain/calendar/delivery-date";
import { type MessageDraft, writeMessage } from "~/domain/outbox/message.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { recipientInWords } from "~/domain/vault/own-kind";
import type { VaultState } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import type { EmailKind } from "~/emails/catalogue";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import type { memories, profiles } from "~db/schema";
import { type AddressStatus, isUnusable, STATUS_WORDS, statusOfAddress, statusWords } from "./address-status";
import type { Address } from "./addresses.server";
import { endNear } from "./check-dates";
import type { ContentReport } from "./content-status.server";
import { contentWords } from "./content-words";
import type { OtherAddress } from "./other-addresses.server";
import { stillRightUrl } from "./still-right-link.server";

type Profile = typeof profiles.$inferSelect;

export type CheckedVault = {
  vault: typeof memories.$inferSelect;
  addresses: Address[];
  others: OtherAddress[];
  status: AddressStatus | null;
  content: ContentReport | undefined;
};

const LISTED_AT_MOST = 20;

type WithContacts = { key: string; contacts: OtherAddress[] };

/** A legacy contact, who is the same for all vaults, is in it once. */
export async function writeTrouble(
  tx: Transaction,
  profile: Profile,
  found: CheckedVault[],
  { key, contacts }: WithContacts,
  now: Date,
) {
  const ofVaults = found.flatMap(({ vault, addresses, others }) => {
    const about = { title: displayTitleOf(vault), deliveryDate: vault.deliveryDate ?? "" };
    const recipientName = vault.isFutureSelf ? "" : (vault.recipient ?? "");
    const own = addresses.flatMap(({ name, email, known }) => {
      const status = known ? statusOfAddress(known) : null;
      if (!isUnusable(status)) return [];
      return [{ ...about, recipientName: name, recipientEmail: email, trouble: STATUS_WORDS[status] }];
    });
    const ofOthers = others.map((other) => ({ ...about, ...namedLike(other, recipientName) }));
    return [...own, ...ofOthers].map((one) => ({ ...one, url: correctionUrl(vault) }));
  });
  const [first] = found;
  const about = { title: "", deliveryDate: first?.vault.deliveryDate ?? "", url: CONTACTS_URL };
  const ofContacts = contacts.map((contact) => ({ ...about, ...namedLike(contact) }));
  const troubled = [...ofVaults, ...ofContacts].flatMap(({ trouble, ...one }) =>
    trouble ? [{ ...one, trouble }] : [],
  );
  if (troubled.length === 0) return;
  // The mail says where legacy contacts are changed.
  const urls = new Set(troubled.map((one) => one.url));
  if (urls.size > 1) urls.delete(CONTACTS_URL);
  const [url, ...otherUrls] = urls;
  const vaults = troubled.slice(0, LISTED_AT_MOST).map(({ url: _, ...one }) => one);
  const props = {
    ...{ name: profile.fullName, vaults, more: troubled.length - vaults.length },
    url: url && otherUrls.length === 0 ? url : `${env.BASE_URL}/dashboard`,
  };
  await write(tx, profile, { kind: "address_trouble", uniqueKey: `address_trouble:${key}`, props }, now);
}

const CONTACTS_URL = `${env.BASE_URL}/settings/legacy-contacts`;

/** A second address is the recipient's. */
function namedLike({ role, name, email, trouble }: OtherAddress, recipientName = "") {
  return { role, recipientName: role === "second" ? recipientName : name, recipientEmail: email, trouble };
}

export async function writeStillRight(
  tx: Transaction,
  profile: Profile,
  found: CheckedVault[],
  { key, askedAt }: { key: string; askedAt: Date },
  now: Date,
) {
  const asked = found.filter(({ addresses }) => addresses.length > 0);
  if (asked.length === 0) return;
  const vaults = asked.slice(0, LISTED_AT_MOST).map(({ vault }) => ({
    title: displayTitleOf(vault),
    recipientName: recipientInWords(vault),
    recipientEmail: vault.recipientEmail ?? "the addresses on its list",
    deliveryDate: vault.deliveryDate ?? "",
  }));
  const url = stillRightUrl({ userId: profile.id, email: profile.email, askedAt });
  const props = { name: profile.fullName, vaults, more: asked.length - vaults.length, url };
  await write(tx, profile, { kind: "still_right", uniqueKey: `still_right:${key}`, props }, now);
}

export async function writeAnnualLetter(
  tx: Transaction,
  profile: Profile,
  found: CheckedVault[],
  { key, contacts }: WithContacts,
  now: Date,
) {
  const vaults = found.slice(0, LISTED_AT_MOST).map(({ vault, addresses, others, status, content }) => ({
    title: displayTitleOf(vault),
    recipientName: recipientInWords(vault),
    deliveryDate: vault.deliveryDate ?? "",
    distance: distanceInWords(vault.deliveryDate ?? "", vault.deliveryZone, now),
    content: content ? contentWords(content) : "Not checked this time",
    isDamaged: content !== undefined && (!content.isTextIntact || content.files.includes("damaged")),
    address: addressesInWords(addresses, status, vault.deliveryZone),
    others: others.map(otherProps),
  }));
  const [only] = found.length === 1 ? found : [];
  const url = only ? `${env.BASE_URL}/memories/${only.vault.id}` : `${env.BASE_URL}/dashboard`;
  const more = found.length - vaults.length;
  const props = { name: profile.fullName, vaults, contacts: contacts.map(otherProps), more, url };
  await write(tx, profile, { kind: "annual_letter", uniqueKey: `annual_letter:${key}`, props }, now);
}

const otherProps = ({ role, name, email, trouble }: OtherAddress) => ({ role, name, email, trouble });

/** A confirmation may be decades old. Of several the oldest counts. */
function addressesInWords(addresses: Address[], status: AddressStatus | null, zone: string): string {
  if (addresses.length === 0) return "Your own";
  const answers = addresses.flatMap(({ known }) => known?.answeredAt ?? []);
  if (status !== "confirmed" || answers.length === 0) return statusWords(status);
  const since = formatDate(dateIn(zone, min(answers)));
  return addresses.length === 1 ? `Confirmed on ${since}` : `All confirmed, the first on ${since}`;
}

/** Names neither the account nor its vaults: the address may be someone else's. */
export async function writeVerifyReminder(
  tx: Transaction,
  profile: Profile,
  found: CheckedVault[],
  key: string,
  now: Date,
) {
  const vaults = found.slice(0, LISTED_AT_MOST).map(({ vault }) => ({
    title: "A memory",
    deliveryDate: vault.deliveryDate ?? "",
    isPast: vault.deliveryAt !== null && vault.deliveryAt <= now,
    endsOn: endsOn(vault, now),
  }));
  const user = { id: profile.id, email: profile.email };
  const props = { name: "", vaults, url: await createVerificationLink(tx, user, now) };
  const unnamed = { ...profile, fullName: "" };
  await write(tx, unnamed, { kind: "verify_reminder", uniqueKey: `verify_reminder:${key}`, props }, now);
}

function endsOn({ deliveryAt, deliveryZone }: CheckedVault["vault"], now: Date): string | undefined {
  const at = deliveryAt ? endNear(deliveryAt, now) : undefined;
  return at && dateIn(deliveryZone, at);
}

export function correctionUrl({ id, state }: { id: string; state: VaultState }): string {
  return state === "sealed" ? `${env.BASE_URL}/memories/${id}/address` : env.BASE_URL + editVaultHref(id);
}

function write<Kind extends EmailKind>(
  tx: Transaction,
  profile: Profile,
  draft: Omit<MessageDraft<Kind>, "to">,
  now: Date,
): Promise<string> {
  const to = { name: profile.fullName, email: profile.email };
  return writeMessage<Kind>(tx, { ...draft, to } as MessageDraft<Kind>, now);
}
