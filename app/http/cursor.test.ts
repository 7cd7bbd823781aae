import fc from "fast-check";
import { expect, it } from "vitest";
import { readActivityCursor, readCursor, writeActivityCursor, writeCursor } from "./cursor";

const id = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"),
  minLength: 24,
  maxLength: 24,
});
const deliveryAt = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
const cursorIn = (value: string) => readCursor(new URLSearchParams({ after: value }));

it("writes a cursor that it reads back", () => {
  fc.assert(
    fc.property(deliveryAt, id, (at, of) => {
      expect(cursorIn(writeCursor({ deliveryAt: at, id: of }))).toEqual({ deliveryAt: at, id: of });
    }),
  );
});

it("reads anything else as the first page", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const cursor = cursorIn(value);
      if (cursor) expect(writeCursor(cursor)).toBe(value);
    }),
  );
  const known = "c".repeat(24);
  for (const value of [
    "",
    "-",
    `9999999999999999-${known}`,
    `253402300800000-${known}`,
    `1-${known}x`,
    `-1-${known}`,
    `1e3-${known}`,
    `1-${known}\n`,
    `1-${known.toUpperCase()}`,
  ]) {
    expect(cursorIn(value)).toBeUndefined();
  }
  expect(readCursor(new URLSearchParams())).toBeUndefined();
});

it("writes an activity cursor that it reads back with its list", () => {
  fc.assert(
    fc.property(deliveryAt, id, fc.constantFrom("pending" as const, "delivered" as const), (at, of, list) => {
      const after = writeActivityCursor({ list, deliveryAt: at, id: of });
      expect(readActivityCursor(new URLSearchParams({ after }))).toEqual({ list, deliveryAt: at, id: of });
    }),
  );
});

it("writes the cursor before all delivered vaults", () => {
  const deliveryAt = new Date("9999-12-31T23:59:59.999Z");
  const after = writeActivityCursor({ list: "delivered", deliveryAt, id: "z" });
  const cursor = readActivityCursor(new URLSearchParams({ after }));
  expect(cursor).toEqual({ list: "delivered", deliveryAt, id: "z".repeat(24) });
});

it("reads anything else as the first page of the activity", () => {
  for (const after of ["", "pending", "pending-1", "held-1-abc", "delivered-1-", `1-${"c".repeat(24)}`]) {
    expect(readActivityCursor(new URLSearchParams({ after }))).toBeUndefined();
  }
});
