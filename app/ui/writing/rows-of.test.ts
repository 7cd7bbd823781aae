import { expect, it } from "vitest";
import { rowsOf } from "./rows-of";

it("keeps the rows up to the last filled one at their positions, and ends with an empty row", () => {
  const empty = { name: "", email: "" };
  const people = [{ email: "mia@example.net" }, empty, undefined, { name: "Otto" }, empty];
  const [mia, otto] = [
    { name: "", email: "mia@example.net" },
    { name: "Otto", email: "" },
  ];
  expect(rowsOf(people)).toEqual([mia, empty, empty, otto, empty]);
  expect(rowsOf([empty])).toEqual([empty]);
  expect(rowsOf(undefined)).toEqual([empty]);
});
