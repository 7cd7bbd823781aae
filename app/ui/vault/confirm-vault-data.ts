import type { ViewedVault } from "~/domain/access/view-vault.server";
import { KIND_NOUNS } from "~/domain/media/media-words";
import { KINDS, titleOf } from "./vault-card-data";
import { addressFacts } from "./vault-details-data";
import { hasOwnAddress } from "./vault-pages";

export function vaultToConfirm({ vault, view, media, posts, hasEditDraft }: ViewedVault, now: Date) {
  const seesContent = view.as === "owner" && view.seesContent;
  return {
    id: vault.id,
    title: titleOf(vault),
    kind: KINDS[vault.type],
    deliveryDate: vault.deliveryDate,
    hasEditDraft,
    isSealed: vault.sealedAt !== null,
    hasOwnAddress: hasOwnAddress(KINDS[vault.type]),
    facts: [
      ...addressFacts(vault, now),
      ...(seesContent ? [{ label: "In it", value: contentInWords(vault.message, media, posts.length) }] : []),
    ],
  };
}

export type VaultToConfirm = ReturnType<typeof vaultToConfirm>;

/** For example `A message, 2 photos, 1 recording and 12 pieces from guests`. */
function contentInWords(message: string, media: ViewedVault["media"], pieces: number): string {
  const files = Object.entries(KIND_NOUNS).map(([kind, [one, several]]) => {
    const count = media.filter((item) => item.kind === kind).length;
    return count > 0 ? `${count} ${count === 1 ? one : several}` : "";
  });
  const fromGuests = pieces > 0 ? `${pieces} ${pieces === 1 ? "piece" : "pieces"} from guests` : "";
  const parts = [message && "A message", ...files, fromGuests].filter(Boolean);
  return parts.length > 0 ? inWords.format(parts) : "Nothing yet";
}

const inWords = new Intl.ListFormat("en-GB", { type: "conjunction" });
