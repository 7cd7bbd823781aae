import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { HelpArticle } from "./article";
import { findArticle, HELP_ARTICLES } from "./articles";

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  "a about after all also am amberkeep an and any are as at be been before but by can cannot could did do does else for from get gets give go got had has have help here how i if im in into is it its ive just know let like make me mean mine must my need no not of on one or our out please really say says should show so some someone somebody something still take tell than that the since yesterday tomorrow their them then there these they thing things this to too up us use used want was we were what whats when where whether which who whom whose why will with within without would yes yet you your yours mother mum mom mummy father dad daddy parents sister brother husband wife partner grandma granny grandmother grandpa grandfather aunt uncle he she him her his hers".split(
    " ",
  ),
);

/** Words for the same thing, by the one that stands for all of them. */
const SYNONYMS: Record<string, string> = {
  photo: "photos picture pictures image images pic pics snapshot foto",
  video: "videos film films movie movies clip clips",
  recording: "recordings record voice voices audio sound",
  email: "emails mail mails mailed emailed inbox mailbox",
  card: "cards",
  change: "changed changing edit edited correct corrected fix fixed amend alter modify mistake mistakes typo wrong",
  delete: "deleted remove removed erase erased",
  die: "died dies dead death deceased late dying dead passed",
  register: "registered registration signup",
  receipt: "receipts invoice invoices bill",
  refund: "refunds refunded money",
  gift: "gifts present presents voucher",
  buy: "bought purchase purchased paid pay payment pays paying",
  cost: "costs price prices pricing fee fees expensive cheap charge",
  child:
    "children kid kids baby babies grandchild grandchildren grandson granddaughter grandkids son daughter toddler newborn",
  guest: "guests attendee attendees friends colleagues",
  party: "parties wedding weddings celebration event events birthday anniversary funeral",
  board: "boards wall",
  letter: "letters message messages",
  large: "big bigger larger huge",
};
const STANDS_FOR = new Map(
  Object.entries(SYNONYMS).flatMap(([word, others]) => others.split(" ").map((other) => [other, word] as const)),
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
  return wordsOf(text).flatMap((word) => (STOP_WORDS.has(word) ? [] : [stemmer(STANDS_FOR.get(word) ?? word)]));
}

const PAIR = "_";
const PAIR_WEIGHT = 0.15;

/** The terms, and the pairs of neighbouring words, such as “too soon”, of which both may say nothing alone. */
function termsAndPairsOf(text: string): string[] {
  const words = wordsOf(text).map((word) => stemmer(STANDS_FOR.get(word) ?? word));
  return [...termsOf(text), ...words.slice(1).map((word, at) => `${words[at]}${PAIR}${word}`)];
}

const index = new MiniSearch<HelpArticle>({
  fields: ["title", "asks", "answer", "more"],
  extractField: (article, field) => {
    const value = article[field as keyof HelpArticle];
    return Array.isArray(value) ? value.join(" ") : ((value ?? "") as string);
  },
  tokenize: termsAndPairsOf,
  processTerm: (term) => term,
  searchOptions: {
    boost: { title: 1.5, asks: 2, answer: 0.7, more: 0.5 },
    prefix: (term) => term.length > 3 && !term.includes(PAIR),
    fuzzy: (term) => (term.length > 4 && !term.includes(PAIR) ? 0.2 : false),
    boostTerm: (term) => (term.includes(PAIR) ? PAIR_WEIGHT : 1),
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
    .search(question)
    .map(({ id, queryTerms, score }) => {
      const coverage = weightOf(new Set(queryTerms.filter((term) => terms.has(term)))) / weightOf(terms);
      return { article: findArticle(id), coverage, score: score * Math.sqrt(coverage) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, atMost)
    .flatMap(({ article, coverage }) => (article ? [{ article, coverage }] : []));
}
