export const HELP_SECTIONS = {
  writing: "Writing",
  files: "Photos, videos and recordings",
  changing: "Changing, cancelling and sealing",
  boards: "Memory boards",
  delivery: "The day it arrives",
  arriving: "Whether it arrives",
  receiving: "Receiving and reading",
  safety: "Safety, and the long run",
  plans: "Plans and payment",
  "signing-in": "Logging in",
  account: "Your account and this site",
} as const;

export type HelpSection = keyof typeof HELP_SECTIONS;

export type HelpArticle = {
  /** Also its URL: `/help/ID`. */
  id: string;
  section: HelpSection;
  title: string;
  /** How people ask about it, separated by “ | ”. For the search only. */
  asks: string;
  /** Stands on its own, since the chat quotes it. */
  answer: string;
  more?: string[];
  link?: { href: string; label: string };
};

/** A part of an answer's text, or the ids of articles, starting with the answer's source. */
export type AnswerPart = { text: string } | { pages: string[] };

export const helpPath = (id: string) => `/help/${id}`;

const SUMMARY_MAX_LENGTH = 155;

/** The first sentences of an answer, as search engines show them. */
export function articleSummary({ answer }: HelpArticle): string {
  if (answer.length <= SUMMARY_MAX_LENGTH) return answer;
  const start = answer.slice(0, SUMMARY_MAX_LENGTH);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf("? "));
  return end > SUMMARY_MAX_LENGTH / 3 ? start.slice(0, end + 1) : `${start.slice(0, start.lastIndexOf(" "))} …`;
}
