import type { HelpArticle } from "./article";
import { ACCOUNT } from "./articles/account";
import { BOARDS } from "./articles/boards";
import { DELIVERY } from "./articles/delivery";
import { RECEIVING } from "./articles/receiving";
import { SAFETY } from "./articles/safety";
import { WRITING } from "./articles/writing";

/** In the order in which pages list them. */
export const HELP_ARTICLES: readonly HelpArticle[] = [
  ...WRITING,
  ...BOARDS,
  ...DELIVERY,
  ...RECEIVING,
  ...SAFETY,
  ...ACCOUNT,
];

export function findArticle(id: string | undefined): HelpArticle | undefined {
  return HELP_ARTICLES.find((article) => article.id === id);
}
