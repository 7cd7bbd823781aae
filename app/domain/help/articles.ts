import type { HelpArticle } from "./article";
import { ARRIVING } from "./articles/arriving";
import { BEGIN } from "./articles/begin";
import { BOARDS } from "./articles/boards";
import { CHANGING } from "./articles/changing";
import { DELIVERY } from "./articles/delivery";
import { FILES } from "./articles/files";
import { PLAN_PAGES } from "./articles/plans";
import { RECEIVING } from "./articles/receiving";
import { SAFETY } from "./articles/safety";
import { SIGNING_IN } from "./articles/signing-in";
import { USING } from "./articles/using";

/** In the order in which pages list them. */
export const HELP_ARTICLES: readonly HelpArticle[] = [
  ...BEGIN,
  ...FILES,
  ...CHANGING,
  ...BOARDS,
  ...DELIVERY,
  ...ARRIVING,
  ...RECEIVING,
  ...SAFETY,
  ...PLAN_PAGES,
  ...SIGNING_IN,
  ...USING,
];

export const MOST_ASKED = [
  "what-is-amberkeep",
  "how-it-arrives",
  "delivery-record",
  "no-email",
  "who-can-read",
  "legacy-contacts",
  "if-we-close",
  "edit-vault",
  "cost",
  "open-letter",
  "no-code",
  "password",
];

export function findArticle(id: string | undefined): HelpArticle | undefined {
  return HELP_ARTICLES.find((article) => article.id === id);
}
