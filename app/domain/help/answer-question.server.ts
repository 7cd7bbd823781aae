import { type Assistant, assistant as configured } from "~/services/assistant.server";
import { log } from "~/services/log.server";
import type { AnswerPart } from "./article";
import { findArticle } from "./articles";
import { answerByAssistant } from "./assistant-answer.server";
import type { HelpTurn } from "./conversation.server";
import { type FoundArticle, searchHelp } from "./search-help.server";
import { termsOf } from "./search-terms";

/** The share of a question that an article has to cover: to answer it, and to be named as close. */
const ANSWERS_FROM = 0.65;
const CLOSE_FROM = 0.2;

export const isAssistantConfigured = configured !== undefined;

const UNKNOWN = "I don’t know the answer to that. I only know about Amberkeep, from its help pages.";
const UNSURE = "I’m not sure I understand. These pages come closest:";
const SMALL_TALK: [RegExp, string][] = [
  [
    /^(hi|hello|hey|good (morning|afternoon|evening)|(please |i need )?help( me)?)( there| please)?$/,
    "Hello! What would you like to know about Amberkeep?",
  ],
  [
    /^(thanks|thank you|thx|great|ok|okay|perfect)( (so|very) much| a lot)?$/,
    "You’re welcome. Is there anything else?",
  ],
  [/^(bye|goodbye|see you)$/, "Goodbye, and come back any time."],
];

/**
 * Answers from the help articles: by the assistant, if there is one, and otherwise, or when that fails, by the local
 * search. Says so when the articles have no answer.
 */
export async function* answerQuestion(
  question: string,
  turns: HelpTurn[],
  signal: AbortSignal,
  assistant?: Assistant,
): AsyncGenerator<AnswerPart> {
  const reply = smallTalk(question);
  if (reply) {
    yield { text: reply };
    return;
  }
  let hasBegun = false;
  if (assistant) {
    try {
      for await (const part of answerByAssistant(assistant, question, turns, signal)) {
        hasBegun = true;
        yield part;
      }
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.constructor.name : typeof error;
      log.warn({ reason }, "the assistant failed; the help pages are searched instead");
    }
  }
  if (!hasBegun) yield* answerBySearch(question);
}

/** Questions made up of common words only, and the article that answers them. */
const ABOUT_US: [RegExp, string][] = [
  [/\bwho (are|r) (you|u)\b/i, "contact"],
  [/\b(this|amberkeep|you)\b/i, "what-is-amberkeep"],
];

export function* answerBySearch(question: string): Generator<AnswerPart> {
  const aboutUs = termsOf(question).length === 0 && ABOUT_US.find(([pattern]) => pattern.test(question));
  const found = aboutUs ? articleOf(aboutUs[1]) : searchHelp(question);
  const [best] = found;
  if (best && best.coverage >= ANSWERS_FROM) {
    yield { text: best.article.answer };
    yield { pages: found.filter(({ coverage }) => coverage >= ANSWERS_FROM).map(({ article }) => article.id) };
    return;
  }
  const close = found.filter(({ coverage }) => coverage >= CLOSE_FROM);
  yield { text: close.length > 0 ? UNSURE : UNKNOWN };
  if (close.length > 0) yield { pages: close.map(({ article }) => article.id) };
}

function articleOf(id: string): FoundArticle[] {
  const article = findArticle(id);
  return article ? [{ article, coverage: 1 }] : [];
}

function smallTalk(question: string): string | undefined {
  const words = question
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, "")
    .trim();
  return SMALL_TALK.find(([pattern]) => pattern.test(words))?.[1];
}
