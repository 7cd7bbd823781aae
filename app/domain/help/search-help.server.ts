import MiniSearch from "minisearch";
import type { HelpArticle } from "./article";
import { findArticle, HELP_ARTICLES } from "./articles";
import { COMMON_WORDS, isPair, termsAndPairsOf, termsOf, wordsOf } from "./search-terms";
import { correctSpelling } from "./spelling";

/** One for each way to ask for an article, and one for its text. */
type Entry = { id: number; article: string; asked: string; text: string };

const PAIR_WEIGHT = 0.3;
const TEXT_WEIGHT = 0.35;
/** What the best entries of an article count. */
const ENTRY_WEIGHTS = [1, 0.5, 0.3, 0.2, 0.1];
/** Share of an entry's score that depends on how much of the entry was asked. */
const FIT = 0.9;

const entries: Entry[] = HELP_ARTICLES.flatMap(({ id, title, asks, answer, more = [] }) => [
  { article: id, asked: "", text: [title, answer, ...more].join(" ") },
  ...[title, ...asks.split(" | ")].map((asked) => ({ article: id, asked, text: "" })),
]).map((entry, id) => ({ id, ...entry }));

const index = new MiniSearch<Entry>({
  fields: ["asked", "text"],
  tokenize: termsAndPairsOf,
  processTerm: (term) => term,
  searchOptions: {
    boost: { text: TEXT_WEIGHT },
    prefix: (term) => term.length > 3 && !isPair(term),
    fuzzy: (term) => (term.length > 4 && !isPair(term) ? 0.2 : false),
    boostTerm: (term) => (isPair(term) ? PAIR_WEIGHT : 1),
    weights: { fuzzy: 0.45, prefix: 0.5 },
  },
});
index.addAll(entries);

const knownWords = new Set([...COMMON_WORDS, ...entries.flatMap(({ asked, text }) => wordsOf(`${asked} ${text}`))]);

const articlesWith = new Map<string, number>();
for (const { title, asks, answer, more = [] } of HELP_ARTICLES) {
  for (const term of new Set(termsOf([title, asks, answer, ...more].join(" ")))) {
    articlesWith.set(term, (articlesWith.get(term) ?? 0) + 1);
  }
}

/** How much terms tell (inverse document frequency); most those that no article has. */
function weightOf(terms: Iterable<string>): number {
  let weight = 0;
  for (const term of terms) weight += Math.log(1 + HELP_ARTICLES.length / (articlesWith.get(term) ?? 0.5));
  return weight;
}

const termsOfEntries = entries.map(({ asked }) => new Set(termsOf(asked)));

/** How much of a way to ask is in the question, from 0 to 1; 1 for texts. */
function fitOf(id: number, found: string[]): number {
  const terms = termsOfEntries[id];
  if (!terms || terms.size === 0) return 1;
  return 1 - FIT + FIT * (weightOf(found.filter((term) => terms.has(term))) / weightOf(terms));
}

/** `coverage` is the share of the question that the article is about, from 0 to 1. */
export type FoundArticle = { article: HelpArticle; coverage: number };

/** Best first. */
export function searchHelp(typed: string, atMost = 3): FoundArticle[] {
  const question = correctSpelling(wordsOf(typed), knownWords).join(" ");
  const terms = termsOf(question);
  // “Will they know it’s from me?” has only pairs.
  const asked = new Set(terms.length > 0 ? terms : termsAndPairsOf(question));
  if (asked.size === 0) return [];
  const found = new Map<string, { scores: number[]; terms: Set<string> }>();
  for (const { id, terms: matched, queryTerms, score } of index.search(question)) {
    const article = entries[id]?.article ?? "";
    const match = found.get(article) ?? { scores: [], terms: new Set() };
    found.set(article, match);
    match.scores.push(score * fitOf(id, matched));
    for (const term of queryTerms) if (asked.has(term)) match.terms.add(term);
  }
  return [...found]
    .map(([id, match]) => {
      const coverage = weightOf(match.terms) / weightOf(asked);
      match.scores.sort((a, b) => b - a);
      const score = ENTRY_WEIGHTS.reduce((sum, weight, at) => sum + weight * (match.scores[at] ?? 0), 0);
      return { article: findArticle(id), coverage, score: score * coverage };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, atMost)
    .flatMap(({ article, coverage }) => (article ? [{ article, coverage }] : []));
}
