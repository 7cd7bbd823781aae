import { createId } from "@paralleldrive/cuid2";
import { expect, it } from "vitest";
import { decryptTitle, ERASED, encryptContent } from "./vault-content.server";

const changed = (bytes: Buffer, at: number) =>
  Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));

it("a title that was shown before is still refused when it was changed, or comes from another vault", () => {
  const id = createId();
  const row = { id, ...encryptContent(id, "For Mia", "Hello") };
  expect(decryptTitle(row)).toBe("For Mia");
  expect(decryptTitle(row)).toBe("For Mia");
  expect(() => decryptTitle({ ...row, id: createId() })).toThrow();
  expect(() => decryptTitle({ ...row, titleEncrypted: changed(row.titleEncrypted, 20) })).toThrow();
  expect(() => decryptTitle({ ...row, wrappedKey: changed(row.wrappedKey, 20) })).toThrow();
  expect(() => decryptTitle({ ...row, masterKeyId: 9 })).toThrow();
  expect(decryptTitle({ ...row, ...ERASED })).toBe("");
});

it("a new version of a title is shown at once", () => {
  const id = createId();
  expect(decryptTitle({ id, ...encryptContent(id, "Before", "") })).toBe("Before");
  expect(decryptTitle({ id, ...encryptContent(id, "After", "") })).toBe("After");
});
