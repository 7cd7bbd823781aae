import { answerBySearch } from "~/domain/help/answer-question.server";
import {
  type AskedQuestion,
  FIFTH_QUESTIONS,
  FOURTH_QUESTIONS,
  HELD_OUT_QUESTIONS,
  HELP_QUESTIONS,
  SECOND_QUESTIONS,
  STRANGERS_QUESTIONS,
  THIRD_QUESTIONS,
  UNSEEN_QUESTIONS,
} from "../../tests/corpus/help-questions.ts";
import { printResult } from "../harness/program-io.ts";
import type { HelpAnswers } from "../help-search.ts";

const SETS: Record<string, AskedQuestion[]> = {
  first: HELP_QUESTIONS,
  second: SECOND_QUESTIONS,
  third: THIRD_QUESTIONS,
  fourth: FOURTH_QUESTIONS,
  fifth: FIFTH_QUESTIONS,
  "held-out": HELD_OUT_QUESTIONS,
  strangers: STRANGERS_QUESTIONS,
  unseen: UNSEEN_QUESTIONS,
};

const answers: HelpAnswers = {};
for (const [set, questions] of Object.entries(SETS)) {
  const answer = { asked: questions.length, first: 0, named: 0 };
  for (const [question, ...right] of questions) {
    const pages = [...answerBySearch(question)].flatMap((part) => ("pages" in part ? part.pages : []));
    if (right.includes(pages[0] ?? "")) answer.first += 1;
    if (pages.some((page) => right.includes(page))) answer.named += 1;
  }
  answers[set] = answer;
}
await printResult(answers);
