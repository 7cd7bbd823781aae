import { expect, it } from "vitest";
import { rowsOf } from "./rows-of";

it("keeps whom a board names by an email or a name alone, and ends with an empty row", () => {
  const people = [{ email: "mia@example.net" }, { name: "", email: "" }, undefined, { name: "Otto" }];
  const empty = { name: "", email: "" };
  expect(rowsOf(people)).toEqual([{ email: "mia@example.net" }, { name: "Otto" }, empty]);
  expect(rowsOf(undefined)).toEqual([empty]);
});
