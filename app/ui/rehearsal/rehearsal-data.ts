import type { ViewedVault } from "~/domain/access/view-vault.server";
import { firstName } from "~/domain/account/first-name";
import { distanceInWords } from "~/domain/calendar/delivery-date";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { addressFacts } from "../vault/vault-details-data";

type Shown = {
  viewed: ViewedVault;
  to: { name: string; email: string }[];
  mail: { subject: string; text: string };
};

type Hrefs = { back: { href: string; label: string }; frameHref: string };

export function rehearsalData({ viewed: { vault, media }, to, mail }: Shown, now: Date, hrefs: Hrefs = hrefsOf(vault)) {
  const { type, deliveryDate, deliveryZone, message } = vault;
  const reader = type === "future-self" ? "you" : firstName(to[0]?.name ?? "") || to[0]?.email || "they";
  const whom = type === "future-self" ? "you" : "them";
  const when = addressFacts(vault, now).find(({ label }) => label === "Delivery date")?.value ?? "";
  return {
    ...hrefs,
    heading: `What ${reader} will get`,
    mail,
    facts: [
      { label: "Arrives", value: deliveryDate ? `${when}, ${distanceInWords(deliveryDate, deliveryZone, now)}` : when },
      { label: "To", value: type === "future-self" && !to[0] ? "You" : addressed(to) },
      { label: "Subject", value: mail.subject },
    ],
    ofCode: `Before it opens, we email ${whom} a one-time code, to make sure it’s ${whom}.`,
    isEmpty: message === "" && media.length === 0,
  };
}

function hrefsOf({ id, state }: Shown["viewed"]["vault"]): Hrefs {
  const form = { href: editVaultHref(id), label: "Back to the form" };
  const back = state === "draft" ? form : { href: `/memories/${id}`, label: "Back" };
  return { back, frameHref: `/memories/${id}/rehearsal/mail` };
}

export type RehearsalData = ReturnType<typeof rehearsalData>;

/** For example `Mia Berger (mia@example.org)`, and the number of further recipients. */
function addressed([first, ...others]: Shown["to"]): string {
  if (!first?.email) return "Nobody yet: there is no address";
  const name = first.name ? `${first.name} (${first.email})` : first.email;
  if (others.length === 0) return name;
  return `${name}, and the same to ${others.length === 1 ? "one other" : `${others.length} others`}`;
}
