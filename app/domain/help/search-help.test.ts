import { expect, it } from "vitest";
import {
  FIFTH_QUESTIONS,
  FOREIGN_QUESTIONS,
  FOURTH_QUESTIONS,
  HELD_OUT_QUESTIONS,
  HELP_QUESTIONS,
  SECOND_QUESTIONS,
  STRANGERS_QUESTIONS,
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
  ["the fourth", FOURTH_QUESTIONS],
  ["the fifth", FIFTH_QUESTIONS],
  ["the held-out", HELD_OUT_QUESTIONS],
] as const)("names the right page first for nine of ten questions of %s set", (_, questions) => {
  const wrong = questions.filter(([question, ...right]) => {
    const [first = ""] = pagesOf([...answerBySearch(question)]);
    return !right.includes(first);
  });
  expect(wrong.length, wrong.map(([question]) => question).join("\n")).toBeLessThanOrEqual(
    questions.length * (1 - RIGHT_FROM),
  );
});

it.each([
  ["tuned with", STRANGERS_QUESTIONS, 0.85],
  ["never tuned with", UNSEEN_QUESTIONS, 0.6],
] as const)("finds most of what strangers ask, %s", (_, questions, firstFrom) => {
  const answers = questions.map(([question, ...right]) => ({ right, pages: pagesOf([...answerBySearch(question)]) }));
  const first = answers.filter(({ right, pages: [page = ""] }) => right.includes(page));
  const named = answers.filter(({ right, pages }) => pages.some((page) => right.includes(page)));
  expect(first.length / questions.length).toBeGreaterThanOrEqual(firstFrom);
  expect(named.length / questions.length).toBeGreaterThanOrEqual(RIGHT_FROM);
});

it("asks for articles that exist", () => {
  const ids = HELP_ARTICLES.map(({ id }) => id);
  const asked = [...HELP_QUESTIONS, ...SECOND_QUESTIONS, ...THIRD_QUESTIONS, ...FOURTH_QUESTIONS, ...FIFTH_QUESTIONS];
  const strangers = [...STRANGERS_QUESTIONS, ...UNSEEN_QUESTIONS];
  const unknown = [...asked, ...strangers, ...HELD_OUT_QUESTIONS].flatMap(([, ...right]) =>
    right.filter((id) => !ids.includes(id)),
  );
  expect(unknown).toEqual([]);
});

it("finds every article by its own title", () => {
  for (const { id, title } of HELP_ARTICLES) expect(pagesOf([...answerBySearch(title)])[0], title).toBe(id);
});

it.each([
  ["how do I chnage the delivry date", "change-date"],
  ["forgoten pasword", "password"],
  ["where is my leter", "find-vault"],
  ["are there keyboard shortcuts?", "accessibility"],
  ["What colour is the dark theme?", "accessibility"],
  ["send a pic of my kid", "photos-videos-audio"],
  ["e mail bounced back", "not-reached"],
  ["will they know its from me", "who-its-from"],
])("understands typos, spellings and other words: %s", (question, article) => {
  expect(searchHelp(question)[0]?.article.id).toBe(article);
});

it.each(["can't reach them", "the code didn't come", "won't it get lost"])(
  "takes both apostrophes in “%s”",
  (typed) => {
    const found = searchHelp(typed).map(({ article }) => article.id);
    expect(found.length).toBeGreaterThan(0);
    expect(searchHelp(typed.replace("'", "’")).map(({ article }) => article.id)).toEqual(found);
  },
);

it.each(["What is this?", "What is Amberkeep, and what does it do?"])("explains itself when asked “%s”", (question) => {
  expect(pagesOf([...answerBySearch(question)])).toEqual(["what-is-amberkeep"]);
});

it("answers hardly any question about something else", () => {
  const answered = FOREIGN_QUESTIONS.filter((question) => {
    const [part] = answerBySearch(question);
    return HELP_ARTICLES.some(({ answer }) => part && "text" in part && part.text === answer);
  });
  expect(answered.length, answered.join("\n")).toBeLessThanOrEqual(2);
});

it("finds no article for an empty or meaningless question", () => {
  for (const question of ["", "   ", "?!", "the and of", "\u{1F600}", "x".repeat(1_000)]) {
    expect(searchHelp(question), question).toEqual([]);
  }
});
