import { expect, it } from "vitest";
import { greetingName } from "./chrome";

it.each([
  ["Anna Berger", "Anna"],
  ["  Mia  ", "Mia"],
  ["ליאה כהן", "ליאה"],
  ["", "Friend"],
  ["   ", "Friend"],
])("greets %j as %s", (name, greeting) => {
  expect(greetingName(name)).toBe(greeting);
});
