import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Canonical, canonicalJson } from "./canonical-json";
import { type Certificate, certificateFile, certificateLines, parseCertificate, verifySignature } from "./certificate";
import { fromHex, toHex } from "./hex";
import { isSignedBy, type Manifest, manifestOf, manifestSchema, manifestText, type SealedContent } from "./manifest";

const keys = generateKeyPairSync("ed25519");
const publicKey = Buffer.from(keys.publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const by = { issuer: "https://amberkeep.example", keyId: "k".repeat(24) };

const written = fc.string({ unit: "grapheme", maxLength: 60 });
const file = fc.record({
  kind: fc.constantFrom("photo", "video", "audio"),
  bytes: fc.nat(),
  sha256: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
  caption: written,
});
const content: fc.Arbitrary<SealedContent> = fc.record({
  vault: fc.constant("v".repeat(24)),
  sealedAt: fc.date({ min: new Date("2025-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
  deliveryDate: fc.constantFrom("2044-06-14", "2028-02-29"),
  deliveryTime: fc.constantFrom("09:00", "23:30"),
  deliveryZone: fc.constantFrom("UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+7"),
  title: written,
  message: written,
  files: fc.array(file, { maxLength: 4 }),
});
const salt = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes));

function signed(manifest: Manifest): Certificate {
  return {
    manifest,
    signature: sign(null, Buffer.from(manifestText(manifest)), keys.privateKey).toString("hex"),
    publicKey,
  };
}

describe("canonical JSON", () => {
  it("matches the example of RFC 8785", () => {
    const sorted = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
    expect(canonicalJson(sorted)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
    expect(canonicalJson("\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/")).toBe('"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
  });

  it("does not depend on the order of keys, and parses back", () => {
    const value = fc.letrec<{ value: Canonical }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.string({ unit: "grapheme" }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: "grapheme" }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => {
        const text = canonicalJson(one);
        expect(JSON.parse(text)).toEqual(one);
        expect(canonicalJson(turned(one))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "\ud800", ["\udc00x"]])("refuses %j", (value) => {
    expect(() => canonicalJson(value as Canonical)).toThrow();
  });
});

describe("a manifest", () => {
  it("differs for any other content, date, file or order of files", async () => {
    const changed = fc.tuple(content, content, salt);
    await fc.assert(
      fc.asyncProperty(changed, async ([one, other, salt]) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        const [first, second] = [await manifestOf(one, salt, by), await manifestOf(other, salt, by)];
        expect(manifestText(first) === manifestText(second)).toBe(same);
        for (const name of Object.keys(one) as (keyof SealedContent)[]) {
          const mixed = await manifestOf({ ...one, [name]: other[name] }, salt, by);
          const isSame = JSON.stringify(one[name]) === JSON.stringify(other[name]);
          expect(manifestText(mixed) === manifestText(first), name).toBe(isSame);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("differs for a message with one byte changed", async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((given) => Buffer.from(given).toString("latin1"));
    await fc.assert(
      fc.asyncProperty(
        content,
        bytes,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        salt,
        async (one, message, at, by_, salt) => {
          const place = at % message.length;
          const code = (message.charCodeAt(place) + by_) % 256;
          const other = message.slice(0, place) + String.fromCharCode(code) + message.slice(place + 1);
          const [first, second] = await Promise.all(
            [message, other].map((text) => manifestOf({ ...one, message: text }, salt, by)),
          );
          expect(first?.messageDigest).not.toBe(second?.messageDigest);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("has digests that can be recomputed with the salt by the documented rule", async () => {
    await fc.assert(
      fc.asyncProperty(content, salt, async (one, salt) => {
        const manifest = manifestSchema.parse(await manifestOf(one, salt, by));
        const digest = (label: string, sha256: string) =>
          createHmac("sha256", salt).update(`${label}\n${sha256}`).digest("hex");
        const hash = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
        expect(manifest.messageDigest).toBe(digest("message", hash(one.message)));
        expect(manifest.titleDigest).toBe(digest("title", hash(one.title)));
        expect(manifest.files.map((sealed) => [sealed.position, sealed.digest, sealed.captionDigest])).toEqual(
          one.files.map(({ sha256, caption }, index) => [
            index + 1,
            digest(`file ${index + 1}`, sha256),
            digest(`caption ${index + 1}`, hash(caption)),
          ]),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("does not reveal a short message without the salt", async () => {
    const one = { ...fc.sample(content, 1)[0], title: "yes", message: "yes", files: [] } as SealedContent;
    const [first, second] = await Promise.all([1, 2].map((fill) => manifestOf(one, new Uint8Array(32).fill(fill), by)));
    expect(first?.messageDigest).not.toBe(second?.messageDigest);
    expect(first?.messageDigest).not.toBe(first?.titleDigest);
    expect(manifestText(first as Manifest)).not.toContain(createHash("sha256").update("yes").digest("hex"));
  });
});

describe("a certificate", () => {
  it("parses from its file and from a quoted or wrapped mail", async () => {
    await fc.assert(
      fc.asyncProperty(content, salt, async (one, salt) => {
        const certificate = signed(await manifestOf(one, salt, by));
        const lines = certificateLines(certificate);
        for (const text of [
          certificateFile(certificate),
          JSON.stringify(certificate),
          lines,
          `Dear Anna,\r\n\r\n${lines.replaceAll("\n", "\r\n")}\r\n\r\nAmberkeep`,
          lines
            .split("\n")
            .map((line) => `> ${line}`)
            .join("\n"),
          // The source of a mail, in quoted-printable.
          lines.replaceAll("=", "=3D").replaceAll("\n", "\r\n"),
          // As some editors save it.
          `\ufeff${certificateFile(certificate)}`,
        ]) {
          const read = parseCertificate(text);
          expect(read).toEqual(certificate);
          expect(await verifySignature(read as Certificate, publicKey)).toBe(true);
        }
        expect(lines.split("\n").every((line) => line.length <= 64)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("is refused with any character of its manifest changed", async () => {
    await fc.assert(
      fc.asyncProperty(content, salt, fc.nat(), fc.integer({ min: 1, max: 94 }), async (one, salt, at, shift) => {
        const certificate = signed(await manifestOf(one, salt, by));
        const text = manifestText(certificate.manifest);
        const place = at % text.length;
        const letter = String.fromCharCode(32 + ((text.charCodeAt(place) - 32 + shift) % 95));
        const forged = text.slice(0, place) + letter + text.slice(place + 1);
        expect(await isSignedBy(publicKey, certificate.signature, text)).toBe(true);
        expect(await isSignedBy(publicKey, certificate.signature, forged)).toBe(false);
        const read = parseCertificate(JSON.stringify({ ...certificate, manifest: "?" }).replace('"?"', () => forged));
        expect(read !== undefined && (await verifySignature(read, publicKey))).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it("is refused with another key or signature, or when malformed", async () => {
    const certificate = signed(await manifestOf(fc.sample(content, 1)[0] as SealedContent, new Uint8Array(32), by));
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
    expect(await verifySignature(certificate, Buffer.from(other, "base64url").toString("hex"))).toBe(false);
    for (let index = 0; index < 64; index += 1) {
      const bytes = fromHex(certificate.signature);
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      expect(await verifySignature({ ...certificate, signature: toHex(bytes) }, publicKey)).toBe(false);
    }
    for (const key of ["", "zz", "00", "0".repeat(64), "0".repeat(128)]) {
      expect(await verifySignature(certificate, key)).toBe(false);
    }
    for (const text of [
      "",
      "{}",
      "null",
      "x",
      "-----BEGIN AMBERKEEP CERTIFICATE-----\n????",
      JSON.stringify({ ...certificate, more: 1 }),
    ]) {
      expect(parseCertificate(text)).toBeUndefined();
    }
  });

  it("can be verified from the documented format alone", async () => {
    const certificate = JSON.parse(
      certificateFile(signed(await manifestOf(fc.sample(content, 1)[0] as SealedContent, new Uint8Array(32), by))),
    );
    const prefix = Buffer.from("302a300506032b6570032100", "hex");
    const key = createPublicKey({
      key: Buffer.concat([prefix, Buffer.from(publicKey, "hex")]),
      format: "der",
      type: "spki",
    });
    const sortKeys = (_: string, value: unknown) =>
      value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort())
        : value;
    const bytes = Buffer.from(JSON.stringify(certificate.manifest, sortKeys));
    expect(verify(null, bytes, key, Buffer.from(certificate.signature, "hex"))).toBe(true);
  });
});

/** The same value with all object keys in reverse order. */
function turned(value: Canonical): Canonical {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, turned(member)]),
  );
}
