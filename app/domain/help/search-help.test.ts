import { expect, it } from "vitest";
import {
  FOREIGN_QUESTIONS,
  HELP_QUESTIONS,
  SECOND_QUESTIONS,
  THIRD_QUESTIONS,
  UNSEEN_QUESTIONS,
} from "../../../tests/corpus/help-questions";
import { answerBySearch } from "./answer-question.server";
import type { AnswerPart } from "./article";
import { HELP_ARTICLES } from "./articles";
import { searchHelp } from "./search-help.server";

const RIGHT_FROM = 0.9;

const pagesOf = (parts: AnswerPart[]) => parts.flatMap((part) => ("pages" in part ? part.pages : []));

it.each([
  ["the first", HELP_QUESTIONS],
  ["the second", SECOND_QUESTIONS],
  ["the third", THIRD_QUESTIONS],
] as const)("names the right page first for nine of ten questions of %s set", (_, questions) => {
  const wrong = questions.filter(([question, ...right]) => {
    const [first = ""] = pagesOf([...answerBySearch(question)]);
    return !right.includes(first);
  });
  expect(wrong.length, wrong.map(([question]) => question).join("\n")).toBeLessThanOrEqual(
    questions.length * (1 - RIGHT_FROM),
  );
});

it("names the right page for half of the questions for which it was not tuned", () => {
  const right = UNSEEN_QUESTIONS.filter(([question, ...ids]) =>
    pagesOf([...answerBySearch(question)]).some((id) => ids.includes(id)),
  );
  expect(right.length).toBeGreaterThanOrEqual(UNSEEN_QUESTIONS.length * 0.5);
});

it("finds every article by its own title", () => {
  for (const { id, title } of HELP_ARTICLES) expect(searchHelp(title)[0]?.article.id, title).toBe(id);
});

it("answers hardly any question about something else", () => {
  const answered = FOREIGN_QUESTIONS.filter((question) => {
    const [part] = answerBySearch(question);
    return HELP_ARTICLES.some(({ answer }) => part && "text" in part && part.text === answer);
  });
  expect(answered.length, answered.join("\n")).toBeLessThanOrEqual(1);
});

it("finds nothing for nothing", () => {
  for (const question of ["", "   ", "?!", "the and of", "\u{1F600}", "x".repeat(1_000)]) {
    expect(searchHelp(question), question).toEqual([]);
  }
});
