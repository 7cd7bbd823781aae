import { expect, it } from "vitest";
import { createSpelling } from "./spelling";

const correct = createSpelling(new Set(["delivery", "change", "password", "president", "photo", "certificate"]));

it.each([
  ["chnage", "change"],
  ["delivry", "delivery"],
  ["pasword", "password"],
  ["certifacte", "certificate"],
])("corrects %s to %s", (typed, meant) => {
  expect(correct([typed])).toEqual([meant]);
});

it("leaves known, short and foreign words alone", () => {
  expect(correct(["photo", "poto", "xylophone", "present"])).toEqual(["photo", "poto", "xylophone", "present"]);
});

it("gives up on a flood of unknown words", () => {
  const words = [...Array.from({ length: 20 }, (_, index) => `unknown${index}`), "chnage"];
  expect(correct(words)).toEqual(words);
});
