import type { HelpArticle } from "./article";
import { findArticle } from "./articles";
import { helpIndex } from "./help-index.server";
import { searchWords, termsAndPairsOf, termsOf } from "./search-terms";

/** Weights of an article's best entries, best first. */
const ENTRY_WEIGHTS = [1, 0.5, 0.3, 0.2, 0.1];
/** Share of an entry's score that depends on how much of the entry was asked. */
const FIT = 0.9;
/** Share of the score that depends on the article as a whole, not on its best entries. */
const WHOLE = 0.6;
/** The share of a question's pairs that an article must have if the question has nothing else. */
const PAIRS_FROM = 0.6;

const FOUND_AT_MOST = 3;

/** `coverage` is the share of the question that the article covers, from 0 to 1. */
export type FoundArticle = { article: HelpArticle; coverage: number };

/** Best first. */
export function searchHelp(typed: string): FoundArticle[] {
  const { correct, search, entries, similarity, weightOf } = helpIndex();
  const question = correct(searchWords(typed)).join(" ");
  const terms = termsOf(question);
  // “Will they know it’s from me?” has only pairs.
  const asked = new Set(terms.length > 0 ? terms : termsAndPairsOf(question));
  if (asked.size === 0) return [];
  const found = new Map<string, { scores: number[]; terms: Set<string> }>();
  for (const { id, terms: matched, queryTerms, score } of search.search(question)) {
    const entry = entries[id];
    if (!entry) continue;
    const match = found.get(entry.article) ?? { scores: [], terms: new Set() };
    found.set(entry.article, match);
    match.scores.push(score * fitOf(entry.terms, matched, weightOf));
    for (const term of queryTerms) if (asked.has(term)) match.terms.add(term);
  }
  const candidates = [...found].map(([id, match]) => {
    const coverage = weightOf(match.terms) / weightOf(asked);
    match.scores.sort((a, b) => b - a);
    const byEntries = ENTRY_WEIGHTS.reduce((sum, weight, at) => sum + weight * (match.scores[at] ?? 0), 0) * coverage;
    return { id, article: findArticle(id), coverage, byEntries };
  });
  const similar = similarity(question);
  const bestByEntries = Math.max(...candidates.map(({ byEntries }) => byEntries));
  const mostSimilar = Math.max(...similar.values());
  return candidates
    .map(({ id, article, coverage, byEntries }) => ({
      article,
      coverage,
      score: ((1 - WHOLE) * byEntries) / bestByEntries + (WHOLE * (similar.get(id) ?? 0)) / mostSimilar,
    }))
    .filter(({ coverage }) => terms.length > 0 || coverage >= PAIRS_FROM)
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND_AT_MOST)
    .flatMap(({ article, coverage }) => (article ? [{ article, coverage }] : []));
}

/** The share of an entry's terms that is in the question, from 0 to 1; 1 for an article's text. */
function fitOf(terms: Set<string>, matched: string[], weightOf: (terms: Iterable<string>) => number): number {
  if (terms.size === 0) return 1;
  return 1 - FIT + FIT * (weightOf(matched.filter((term) => terms.has(term))) / weightOf(terms));
}
