export const HELP_SECTIONS = {
  writing: "Writing and keeping",
  boards: "Memory boards",
  delivery: "The day it arrives",
  receiving: "Receiving and reading",
  safety: "Safety and privacy",
  account: "Account and plans",
} as const;

export type HelpSection = keyof typeof HELP_SECTIONS;

export type HelpArticle = {
  /** Also its URL: `/help/ID`. */
  id: string;
  section: HelpSection;
  title: string;
  /** Other words that people use for it. For the search only. */
  asks: string;
  /** Stands on its own, since the chat quotes it. */
  answer: string;
  more?: string[];
  link?: { href: string; label: string };
};

/** A piece of an answer's text, or the ids of articles, with the one that it rests on first. */
export type AnswerPart = { text: string } | { pages: string[] };

export const helpPath = (id: string) => `/help/${id}`;
