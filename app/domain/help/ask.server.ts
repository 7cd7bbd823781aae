import { assistant as configured } from "~/services/assistant.server";
import { answerQuestion } from "./answer-question.server";
import type { AnswerPart } from "./article";
import { appendToConversation, readConversation } from "./conversation.server";

export type RecordedAnswer = {
  /** Identifies the conversation in the browser's cookie. */
  token: string;
  /** Must be read to its end, or closed with `return`. As much as was read becomes part of the conversation. */
  answer: AsyncGenerator<AnswerPart>;
};

/** Stores the question, and then the answer as far as it was read. Without the assistant, the local search answers. */
export async function askHelp(
  token: string | undefined,
  question: string,
  signal: AbortSignal,
  { usesAssistant }: { usesAssistant: boolean },
): Promise<RecordedAnswer> {
  const turns = await readConversation(token);
  const kept = await appendToConversation(token, [{ role: "user", content: question, pages: [] }]);
  return {
    token: kept,
    answer: recorded(kept, answerQuestion(question, turns, signal, usesAssistant ? configured : undefined)),
  };
}

async function* recorded(token: string, answer: AsyncGenerator<AnswerPart>): AsyncGenerator<AnswerPart> {
  let content = "";
  let pages: string[] = [];
  try {
    for await (const part of answer) {
      if ("text" in part) content += part.text;
      else pages = part.pages;
      yield part;
    }
  } finally {
    if (content) await appendToConversation(token, [{ role: "assistant", content: content.trim(), pages }]);
  }
}
