import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { HelpArticle } from "./article";
import { findArticle, HELP_ARTICLES } from "./articles";

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  "a about after all also am amberkeep an and any are as at be been before but by can cannot could did do does else for from get gets give go got had has have help here how i if im in into is it its ive just know let like long make me mean mine must my need no not of on one or our out please really say says should show so some someone somebody something still take tell than that the since yesterday tomorrow their them then there these they thing things this to too up us use used want was we were what whats when where whether which who whom whose why will with within without would yes you your yours".split(
    " ",
  ),
);

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The word stems of a text that can tell articles apart. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => (STOP_WORDS.has(word) ? [] : [stemmer(word)]));
}

const index = new MiniSearch<HelpArticle>({
  fields: ["title", "asks", "answer", "more"],
  extractField: (article, field) => {
    const value = article[field as keyof HelpArticle];
    return Array.isArray(value) ? value.join(" ") : ((value ?? "") as string);
  },
  tokenize: termsOf,
  processTerm: (term) => term,
  searchOptions: {
    boost: { title: 1.5, asks: 2, answer: 0.7, more: 0.5 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { fuzzy: 0.3, prefix: 0.4 },
    // Long articles are not less to the point.
    bm25: { k: 0.6, b: 0.3, d: 0.5 },
  },
});
index.addAll(HELP_ARTICLES);

const articlesWith = new Map<string, number>();
for (const { title, asks, answer, more = [] } of HELP_ARTICLES) {
  for (const term of new Set(termsOf([title, asks, answer, ...more].join(" ")))) {
    articlesWith.set(term, (articlesWith.get(term) ?? 0) + 1);
  }
}

/** How much a term tells (inverse document frequency); most for a term that no article has. */
function weightOf(terms: Iterable<string>): number {
  let weight = 0;
  for (const term of terms) weight += Math.log(1 + HELP_ARTICLES.length / (articlesWith.get(term) ?? 0.5));
  return weight;
}

/** `coverage` is the share of the question that the article is about, from 0 to 1. */
export type FoundArticle = { article: HelpArticle; coverage: number };

/** Best first. */
export function searchHelp(question: string, atMost = 3): FoundArticle[] {
  const terms = new Set(termsOf(question));
  if (terms.size === 0) return [];
  return index
    .search([...terms].join(" "))
    .slice(0, atMost)
    .flatMap(({ id, queryTerms }) => {
      const article = findArticle(id);
      return article ? [{ article, coverage: weightOf(new Set(queryTerms)) / weightOf(terms) }] : [];
    });
}
