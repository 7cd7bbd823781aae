import type { ViewedVault } from "~/domain/access/view-vault.server";
import { distanceInWords } from "~/domain/calendar/delivery-date";
import { addressFacts } from "../vault/vault-details-data";
import { editVaultHref } from "../vault/vault-with-action";

type Shown = {
  viewed: ViewedVault;
  to: { name: string; email: string }[];
  mail: { subject: string; text: string };
};

export function rehearsalData({ viewed: { vault, media }, to, mail }: Shown, now: Date) {
  const { id, type, state, deliveryDate, deliveryZone, message } = vault;
  const isDraft = state === "draft";
  const reader = type === "future-self" ? "you" : to[0]?.name || to[0]?.email || "they";
  const when = addressFacts(vault, now).find(({ label }) => label === "Delivery date")?.value ?? "";
  return {
    id,
    heading: `What ${reader} will get`,
    back: isDraft ? { href: editVaultHref(id), label: "Back to the form" } : { href: `/memories/${id}`, label: "Back" },
    mail,
    facts: [
      { label: "Arrives", value: deliveryDate ? `${when}, ${distanceInWords(deliveryDate, deliveryZone, now)}` : when },
      { label: "To", value: addressed(to) },
      { label: "Subject", value: mail.subject },
    ],
    isEmpty: message === "" && media.length === 0,
  };
}

export type RehearsalData = ReturnType<typeof rehearsalData>;

/** For example `Mia Berger (mia@example.org)`, and the number of further recipients. */
function addressed([first, ...others]: Shown["to"]): string {
  if (!first?.email) return "Nobody yet: there is no address";
  const name = first.name ? `${first.name} (${first.email})` : first.email;
  if (others.length === 0) return name;
  return `${name}, and the same to ${others.length === 1 ? "one other" : `${others.length} others`}`;
}
