import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memories } from "~db/schema";
import { createDataKey, decrypt, encrypt, keyedDigest, type Place, placeOf, unwrapDataKey } from "./cipher.server";

const PLACE: Place = { table: "letters", id: "a", column: "text" };
const anyPlace: fc.Arbitrary<Place> = fc.record({ table: fc.string(), id: fc.string(), column: fc.string() });

describe("encryption", () => {
  it("decrypts to the same text, and never gives the same bytes twice", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const { key } = createDataKey(PLACE);
        const plain = Buffer.from(bytes);
        const [once, twice] = [encrypt(key, plain, PLACE), encrypt(key, plain, PLACE)];
        expect(decrypt(key, once, PLACE).equals(plain)).toBe(true);
        expect(once.equals(twice)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { key } = createDataKey(PLACE);
        expect(decrypt(key, encrypt(key, text, PLACE), PLACE).toString("utf8")).toBe(text);
      }),
    );
  });

  it("refuses bytes of which any one bit was changed", () => {
    const { key } = createDataKey(PLACE);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, place) => {
        const sealed = encrypt(key, Buffer.from(bytes), PLACE);
        const bit = place % (sealed.length * 8);
        sealed.writeUInt8(sealed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => decrypt(key, sealed, PLACE)).toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  it("refuses bytes that were cut short, lengthened or made with another key", () => {
    const [{ key }, { key: other }] = [createDataKey(PLACE), createDataKey(PLACE)];
    const sealed = encrypt(key, "For Mia", PLACE);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => decrypt(key, sealed.subarray(0, length), PLACE)).toThrow();
    }
    expect(() => decrypt(key, Buffer.concat([sealed, Buffer.alloc(1)]), PLACE)).toThrow();
    expect(() => decrypt(other, sealed, PLACE)).toThrow();
  });
});

describe("a place", () => {
  it("binds a ciphertext and its key to one column and row", () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, (here, there) => {
        fc.pre(JSON.stringify(here) !== JSON.stringify(there));
        const { key, ...wrapped } = createDataKey(here);
        expect(() => decrypt(key, encrypt(key, "For Mia", here), there)).toThrow();
        expect(() => unwrapDataKey(wrapped, there)).toThrow();
      }),
    );
  });

  it("differs when the same letters are split into other names", () => {
    const { key } = createDataKey(PLACE);
    const sealed = encrypt(key, "For Mia", { table: "a", id: "b", column: "c" });
    for (const there of [
      { table: "ab", id: "", column: "c" },
      { table: "a", id: "", column: "bc" },
    ])
      expect(() => decrypt(key, sealed, there)).toThrow();
  });

  it("is named as the database names it", () => {
    expect(placeOf(memories.titleEncrypted, "x")).toEqual({ table: "memories", id: "x", column: "title_encrypted" });
  });
});

describe("a data key", () => {
  it("is wrapped by the master key, which alone gives it back", () => {
    const { key, ...wrapped } = createDataKey(PLACE);
    expect(wrapped.wrappedKey.includes(key.export())).toBe(false);
    expect(unwrapDataKey(wrapped, PLACE).equals(key)).toBe(true);
  });

  it("whose master key is missing is reported by its number", () => {
    expect(() => unwrapDataKey({ ...createDataKey(PLACE), masterKeyId: 99 }, PLACE)).toThrow("Master key 99");
  });
});

describe("a keyed digest", () => {
  it("differs for every purpose, so that none can replace another", () => {
    const digests = ["csrf", "opening-link", "opening-code"].map((purpose) => keyedDigest(purpose, "same"));
    expect(new Set(digests).size).toBe(3);
    expect(keyedDigest("csrf", "same")).toBe(digests[0]);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keyedDigest("csrf", "same", "base64url")).toMatch(/^[\w-]{43}$/);
  });
});
