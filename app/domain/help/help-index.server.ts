import MiniSearch from "minisearch";
import type { HelpArticle } from "./article";
import { HELP_ARTICLES } from "./articles";
import { COMMON_WORDS, isPair, searchWords, termsAndPairsOf, termsOf } from "./search-terms";
import { createSpelling } from "./spelling";

/** One for each way to ask for an article, and one for its text. */
type Entry = { id: number; article: string; asked: string; text: string };

const PAIR_WEIGHT = 0.3;
const TEXT_WEIGHT = 0.35;
/** Of words and pairs in an article as a whole. */
const WHOLE_TEXT_WEIGHT = 0.3;
const WHOLE_PAIR_WEIGHT = 0.7;
/** How much less a word says in an article with more words, as in BM25. */
const LENGTH_EXPONENT = 0.8;
const USUAL_LENGTH = 40;
const SATURATION = 0.5;

function createIndex() {
  const entries: Entry[] = HELP_ARTICLES.flatMap(({ id, title, asks, answer, more = [] }) => [
    { article: id, asked: "", text: [title, answer, ...more].join(" ") },
    ...[title, ...asks.split(" | ")].map((asked) => ({ article: id, asked, text: "" })),
  ]).map((entry, id) => ({ id, ...entry }));

  const search = new MiniSearch<Entry>({
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
  search.addAll(entries);

  const articlesWith = new Map<string, number>();
  for (const { title, asks, answer, more = [] } of HELP_ARTICLES) {
    for (const term of new Set(termsOf([title, asks, answer, ...more].join(" ")))) {
      articlesWith.set(term, (articlesWith.get(term) ?? 0.5) + 1);
    }
  }

  /** Sum of the inverse document frequencies; a term that no article has weighs most. */
  function weightOf(terms: Iterable<string>): number {
    let weight = 0;
    for (const term of terms) weight += Math.log(1 + HELP_ARTICLES.length / (articlesWith.get(term) ?? 0.5));
    return weight;
  }

  const used = Map.groupBy(
    entries.flatMap(({ asked, text }) => searchWords(`${asked} ${text}`)),
    (word) => word,
  );
  const usesOf = (word: string) => used.get(word)?.length ?? 0;
  // “leter” is a letter, not later.
  const known = new Set([...COMMON_WORDS, ...used.keys()].sort((a, b) => usesOf(b) - usesOf(a)));
  return {
    entries: entries.map(({ article, asked }) => ({ article, terms: new Set(termsOf(asked)) })),
    search,
    similarity: createSimilarity(),
    weightOf,
    correct: createSpelling(known),
  };
}

/** For questions that no single entry phrases: how typical their words are of each article as a whole. */
function createSimilarity() {
  const articleTerms = new Map(HELP_ARTICLES.map((article) => [article.id, termCountsOf(article)]));

  return (question: string): Map<string, number> => {
    const asked = [...new Set(termsAndPairsOf(question))].map((term) => {
      const documentFrequency = [...articleTerms.values()].filter(({ counts }) => counts.has(term)).length;
      const weight = Math.log(1 + HELP_ARTICLES.length / Math.max(documentFrequency, 1));
      return { term, weight: weight * (isPair(term) ? WHOLE_PAIR_WEIGHT : 1) };
    });
    const scores = [...articleTerms].map(([id, { counts, length }]) => {
      const scale = SATURATION * (length / USUAL_LENGTH) ** LENGTH_EXPONENT;
      const score = asked.reduce((sum, { term, weight }) => {
        return sum + weight * Math.log1p((counts.get(term) ?? 0) / scale);
      }, 0);
      return [id, score] as const;
    });
    return new Map(scores.filter(([, score]) => score > 0));
  };
}

function termCountsOf({ title, asks, answer, more = [] }: HelpArticle) {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of termsAndPairsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  for (const asked of [title, ...asks.split(" | ")]) add(asked, 1);
  add([answer, ...more].join(" "), WHOLE_TEXT_WEIGHT);
  return { counts, length: counts.values().reduce((sum, count) => sum + count, 0) };
}

let index: ReturnType<typeof createIndex> | undefined;

/** Built at the first question. */
export const helpIndex = () => (index ??= createIndex());
