import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accountFile, letterFile, memoryFile, piecesFile } from "./export-format";

describe("the documented format", () => {
  it.each([
    ["docs/export-account.schema.json", accountFile],
    ["docs/export-memory.schema.json", memoryFile],
    ["docs/export-letter.schema.json", letterFile],
    ["docs/export-pieces.schema.json", piecesFile],
  ])("%s is the one that is written and read", (path, schema) => {
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(z.toJSONSchema(schema));
  });
});
