import { expect, it } from "vitest";
import { greetingName, initialOf } from "./chrome";

it.each([
  ["Anna Berger", "Anna"],
  ["  Mia  ", "Mia"],
  ["ליאה כהן", "ליאה"],
  ["", "Friend"],
  ["   ", "Friend"],
])("greets %j as %s", (name, greeting) => {
  expect(greetingName(name)).toBe(greeting);
});

it.each([
  ["Anna Berger", "A"],
  ["e\u0301milie", "É"],
  ["😀", "😀"],
  ["ליאה", "ל"],
  ["", "F"],
])("the initial of %j is %s", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
