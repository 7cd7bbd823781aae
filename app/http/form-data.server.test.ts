import { describe, expect, it } from "vitest";
import { readFormData } from "./form-data.server";

function read(fields: number, body: FormData | URLSearchParams) {
  for (let count = 0; count < fields; count += 1) body.append(`field${count}`, "x");
  return readFormData(new Request("http://localhost:3000/", { method: "POST", body }));
}

describe.each([
  ["without files", () => new URLSearchParams()],
  ["that may have files", () => new FormData()],
])("a form %s", (_, create) => {
  it("has two thousand fields at most; others are left out", async () => {
    expect([...(await read(2_001, create())).formData]).toHaveLength(2_000);
  });
});

it("a form with very many parts is not read to its end", async () => {
  expect((await read(2_500, new FormData())).isGarbled).toBe(false);
  expect((await read(2_501, new FormData())).isGarbled).toBe(true);
});
