import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDataKey, decrypt, encrypt, keyedDigest, unwrapDataKey } from "./cipher.server";

describe("encryption", () => {
  it("gives back what it was given, and never the same bytes twice", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const { key } = createDataKey();
        const plain = Buffer.from(bytes);
        const [once, twice] = [encrypt(key, plain), encrypt(key, plain)];
        expect(decrypt(key, once).equals(plain)).toBe(true);
        expect(once.equals(twice)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { key } = createDataKey();
        expect(decrypt(key, encrypt(key, text)).toString("utf8")).toBe(text);
      }),
    );
  });

  it("refuses bytes of which any one bit was changed", () => {
    const { key } = createDataKey();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, place) => {
        const sealed = encrypt(key, Buffer.from(bytes));
        const bit = place % (sealed.length * 8);
        sealed.writeUInt8(sealed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => decrypt(key, sealed)).toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  it("refuses bytes that were cut short, lengthened or made with another key", () => {
    const [{ key }, { key: other }] = [createDataKey(), createDataKey()];
    const sealed = encrypt(key, "For Mia");
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => decrypt(key, sealed.subarray(0, length))).toThrow();
    }
    expect(() => decrypt(key, Buffer.concat([sealed, Buffer.alloc(1)]))).toThrow();
    expect(() => decrypt(other, sealed)).toThrow();
  });
});

describe("a data key", () => {
  it("is wrapped by the master key, which alone gives it back", () => {
    const { key, ...wrapped } = createDataKey();
    expect(wrapped.wrappedKey.includes(key.export())).toBe(false);
    expect(unwrapDataKey(wrapped).equals(key)).toBe(true);
  });

  it("whose master key is gone is named by its number", () => {
    expect(() => unwrapDataKey({ ...createDataKey(), masterKeyId: 99 })).toThrow("Master key 99");
  });
});

describe("a keyed digest", () => {
  it("is another for every purpose, so that none can stand in for another", () => {
    const digests = ["csrf", "opening-link", "opening-code"].map((purpose) => keyedDigest(purpose, "same"));
    expect(new Set(digests).size).toBe(3);
    expect(keyedDigest("csrf", "same")).toBe(digests[0]);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keyedDigest("csrf", "same", "base64url")).toMatch(/^[\w-]{43}$/);
  });
});
