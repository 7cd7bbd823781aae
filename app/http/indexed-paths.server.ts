import { helpPath } from "~/domain/help/article";
import { HELP_ARTICLES } from "~/domain/help/articles";

export const INDEXED_PATHS = [
  "/",
  "/how-it-works",
  "/about",
  "/faq",
  "/help",
  "/promise",
  "/terms",
  "/privacy",
  "/verify",
  "/claim",
  "/contact",
  "/newsletter",
  ...HELP_ARTICLES.map(({ id }) => helpPath(id)),
];
