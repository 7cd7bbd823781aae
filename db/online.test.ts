import { describe, expect, it } from "vitest";
import { checkOnline, isSliced } from "./online";

describe("a later migration", () => {
  it.each([
    "ALTER TABLE `memories` ADD `note` varchar(20), ALGORITHM=INSTANT",
    "CREATE INDEX `memories_note` ON `memories` (`note`) ALGORITHM=INPLACE LOCK=NONE",
    "CREATE TABLE `notes` (`id` int PRIMARY KEY)",
    "-- in slices\nUPDATE `memories` SET `note` = '' WHERE `note` IS NULL LIMIT 1000",
  ])("may say: %s", (statement) => {
    expect(() => checkOnline([statement])).not.toThrow();
  });

  it.each([
    "ALTER TABLE `memories` ADD `note` varchar(20)",
    "ALTER TABLE `memories` MODIFY `title` varchar(20), ALGORITHM=COPY",
    "CREATE UNIQUE INDEX `memories_note` ON `memories` (`note`)",
    "DROP INDEX `memories_note` ON `memories`",
    "UPDATE `memories` SET `note` = ''",
    "UPDATE `memories` SET `note` = '' WHERE `note` IS NULL LIMIT 1000",
    "-- in slices\nDELETE FROM `memories`",
  ])("may not say: %s", (statement) => {
    expect(() => checkOnline([statement])).toThrow(/ALGORITHM|slices/);
  });

  it("may do anything to tables that it creates", () => {
    expect(() =>
      checkOnline(["CREATE TABLE `notes` (`id` int)", "CREATE INDEX `notes_id` ON `notes` (`id`)"]),
    ).not.toThrow();
  });
});

it("knows slices by their comment", () => {
  expect(isSliced("-- in slices\nUPDATE a SET b = 1 LIMIT 5")).toBe(true);
  expect(isSliced("UPDATE a SET b = '-- in slices' LIMIT 5")).toBe(false);
});
