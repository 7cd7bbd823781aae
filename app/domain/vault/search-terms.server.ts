import { domainToUnicode } from "node:url";
import { and, eq, sql } from "drizzle-orm";
import { keyedDigest } from "~/services/cipher.server";
import type { Transaction } from "~/services/db.server";
import { searchTerms } from "~db/schema";

/** A letter of 100,000 characters has fewer distinct words. */
const TERMS_AT_MOST = 5_000;
/** The shortest prefixes that are indexed, in titles and names. */
const PREFIX_FROM = 2;
const ROWS_PER_INSERT = 1_000;

/** Chinese and Japanese, without spaces between words: see docs/decisions/0013. */
const PAIRED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}";
/** Emoji are words, whatever their skin tone. */
const EMOJI = "\\p{ExtPict}|\\p{RI}{2}";
const RUN = new RegExp(`((?=[\\p{L}\\p{N}])[${PAIRED}])+|((?![${PAIRED}])[\\p{L}\\p{N}])+|${EMOJI}`, "gu");
const IS_PAIRED = new RegExp(`^[${PAIRED}]`, "u");
/** Others without spaces: cut by a dictionary. */
const UNSPACED = /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
/** Unicode does not take these apart, but people type them without their marks. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ı: "i",
};
const UNPLAIN = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");
const segmenter = new Intl.Segmenter("th", { granularity: "word" });

/** Distinct words of a search without case and accents, in any script. */
export function wordsOf(text: string): string[] {
  return distinct(runsOf(text).flatMap((run) => (pairsOf(run).length > 0 ? pairsOf(run) : [run])));
}

/** Single characters can be searched for as well. */
function indexedWords(text: string): string[] {
  return distinct(runsOf(text).flatMap((run) => (IS_PAIRED.test(run) ? [...run, ...pairsOf(run)] : [run])));
}

const distinct = (words: string[]) => [...new Set(words)];

function runsOf(text: string): string[] {
  const spaced = text.normalize().replace(UNSPACED, (run) => {
    const words = [...segmenter.segment(run)];
    return ` ${words.map(({ segment }) => segment).join(" ")} `;
  });
  const bare = spaced.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(UNPLAIN, (letter) => PLAIN[letter] ?? letter).match(RUN) ?? [];
}

function pairsOf(run: string): string[] {
  const characters = IS_PAIRED.test(run) ? [...run] : [];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** A keyed digest, different for each owner. */
export function termOf(owner: string, word: string): Buffer {
  return Buffer.from(keyedDigest("search-term", `${owner}:${word}`), "hex").subarray(0, 8);
}

/** `owner`: see `list-owner.server.ts`. */
export type Indexed = { vaultId: string; deliveryAt: Date; owner: string; heading: string; message: string };

/** Returns what a sent vault is found by besides its message. */
export function headingOf(title: string, people: { name: string; email: string }[]): string {
  return [title, ...people.flatMap(({ name, email }) => [name, email, readableDomainOf(email)])].join(" ");
}

/** In the script in which people know it, and search for it. */
const readableDomainOf = (email: string) => domainToUnicode(email.slice(email.lastIndexOf("@") + 1));

export async function indexVault(tx: Transaction, vault: Indexed): Promise<void> {
  await forgetVault(tx, vault.vaultId, vault.owner);
  await indexNewVaults(tx, [vault]);
}

export async function indexNewVaults(tx: Transaction, vaults: Indexed[]): Promise<void> {
  let rows: (typeof searchTerms.$inferInsert)[] = [];
  for (const [index, vault] of vaults.entries()) {
    rows.push(...termsOf(vault));
    // Slices let other work of this process run in between.
    while (rows.length >= ROWS_PER_INSERT || (rows.length > 0 && index === vaults.length - 1)) {
      await tx
        .insert(searchTerms)
        .values(rows.slice(0, ROWS_PER_INSERT))
        .onDuplicateKeyUpdate({ set: { vaultId: sql`memory_id` } });
      rows = rows.slice(ROWS_PER_INSERT);
    }
  }
}

function termsOf(vault: Indexed): (typeof searchTerms.$inferInsert)[] {
  const heading = new Set(indexedWords(vault.heading).flatMap(prefixesOf));
  const message = indexedWords(vault.message).filter((word) => !heading.has(word));
  const words = [
    ...[...heading].map((word) => ({ word, isFromMessage: false })),
    ...message.map((word) => ({ word, isFromMessage: true })),
  ].slice(0, TERMS_AT_MOST);
  return words.map(({ word, isFromMessage }) => ({
    owner: vault.owner,
    term: termOf(vault.owner, word),
    deliveryAt: vault.deliveryAt,
    vaultId: vault.vaultId,
    isFromMessage,
  }));
}

export async function forgetVault(tx: Transaction, vaultId: string, owner: string): Promise<void> {
  await tx.delete(searchTerms).where(and(eq(searchTerms.vaultId, vaultId), eq(searchTerms.owner, owner)));
}

/** A sealed letter cannot be searched, not even by its owner. */
export async function forgetMessage(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(searchTerms).where(and(eq(searchTerms.vaultId, vaultId), eq(searchTerms.isFromMessage, true)));
}

function prefixesOf(word: string): string[] {
  const letters = [...word];
  const beginnings = [];
  for (let length = PREFIX_FROM; length <= letters.length; length += 1) {
    beginnings.push(letters.slice(0, length).join(""));
  }
  return [...beginnings, word];
}
