import { expect, it } from "vitest";
import { contentWords } from "./content-words";

it.each([
  [true, [], "The letter is as you left it"],
  [false, [], "The letter is damaged"],
  [true, ["intact"], "The letter and 1 file are as you left them"],
  [true, ["intact", "intact"], "The letter and 2 files are as you left them"],
  [false, ["intact"], "The letter is damaged. 1 file is as you left it"],
  [true, ["damaged", "intact", "not_checked"], "1 of 3 files is damaged"],
  [true, ["not_checked"], "The letter is as you left it. Its file was not checked this time"],
  [true, ["not_checked", "intact"], "1 of 2 files is as you left it, the other was not checked this time"],
  [
    true,
    ["not_checked", "intact", "intact", "not_checked"],
    "2 of 4 files are as you left them, the others were not checked this time",
  ],
] as const)("a letter that is whole: %s, with files %j", (isTextIntact, files, words) => {
  expect(contentWords({ hasText: true, isTextIntact, files })).toBe(words);
});

it.each([
  [["intact"], "1 file is as you left it"],
  [["intact", "intact"], "2 files are as you left them"],
  [["not_checked"], "Its file was not checked this time"],
  [["damaged", "intact"], "1 of 2 files is damaged"],
] as const)("names no letter for files alone: %j", (files, words) => {
  expect(contentWords({ hasText: false, isTextIntact: true, files })).toBe(words);
});
