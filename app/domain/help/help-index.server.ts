import MiniSearch from "minisearch";
import { HELP_ARTICLES } from "./articles";
import { COMMON_WORDS, isPair, searchWords, termsAndPairsOf, termsOf } from "./search-terms";
import { createSpelling } from "./spelling";

/** One for each way to ask for an article, and one for its text. */
type Entry = { id: number; article: string; asked: string; text: string };

const PAIR_WEIGHT = 0.3;
const TEXT_WEIGHT = 0.35;

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
      articlesWith.set(term, (articlesWith.get(term) ?? 0) + 1);
    }
  }

  /** Sum of the inverse document frequencies; a term that no article has weighs most. */
  function weightOf(terms: Iterable<string>): number {
    let weight = 0;
    for (const term of terms) weight += Math.log(1 + HELP_ARTICLES.length / (articlesWith.get(term) ?? 0.5));
    return weight;
  }

  const known = new Set([...COMMON_WORDS, ...entries.flatMap(({ asked, text }) => searchWords(`${asked} ${text}`))]);
  return {
    entries: entries.map(({ article, asked }) => ({ article, terms: new Set(termsOf(asked)) })),
    search,
    weightOf,
    correct: createSpelling(known),
  };
}

let index: ReturnType<typeof createIndex> | undefined;

/** Built at the first question. */
export const helpIndex = () => (index ??= createIndex());
