import { setImmediate } from "node:timers/promises";
import { parseMultipart } from "@remix-run/multipart-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokenMultipart, boundaryOf, readMultipart } from "./multipart.server";

type Read = { name: string; fileName: string | undefined; content: Buffer };

async function read(chunks: Iterable<Buffer>, boundary = "x"): Promise<Read[]> {
  const parts: Read[] = [];
  for await (const { name, fileName, content } of readMultipart(asSource(chunks), boundary)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    parts.push({ name, fileName, content: Buffer.concat(pieces) });
  }
  return parts;
}

async function* asSource(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

function cut(body: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (body.length + 1)))].sort((a, b) => a - b);
  return [...ends, body.length].map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
}

/** Bytes with many near matches of the delimiter. */
const nearlyBoundary = fc
  .array(fc.constantFrom("\r", "\n", "-", "x", "\r\n", "\r\n--", "\r\n--y", "a", "\0"), { maxLength: 40 })
  .map((pieces) => Buffer.from(pieces.join(""), "latin1"))
  .filter((bytes) => !bytes.includes("\r\n--x"));
const parts = fc.array(
  fc.record({
    name: fc.stringMatching(/^\w{1,10}$/),
    fileName: fc.option(fc.stringMatching(/^[\w. ü]{0,10}$/), { nil: undefined }),
    content: nearlyBoundary,
  }),
  { maxLength: 5 },
);

function encode(all: Read[]): Buffer {
  const pieces = all.flatMap(({ name, fileName, content }) => [
    `--x\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: image/jpeg`,
    "\r\n\r\n",
    content,
    "\r\n",
  ]);
  return Buffer.concat([...pieces, "--x--\r\n"].map((piece) => Buffer.from(piece)));
}

describe("the parts of a form", () => {
  it("are the same for every chunking of the body", async () => {
    await fc.assert(
      fc.asyncProperty(parts, fc.array(fc.nat(), { maxLength: 30 }), async (all, places) => {
        expect(await read(cut(encode(all), places))).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  it("match those of @remix-run/multipart-parser", async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (all) => {
        const body = encode(all);
        const theirs = [...parseMultipart(body, { boundary: "x" })];
        const ours = await read([body]);
        expect(ours.map(({ name, content }) => [name, content])).toEqual(
          theirs.map(({ name, bytes }) => [name, Buffer.from(bytes)]),
        );
      }),
    );
  });

  it("are skipped if they are not read", async () => {
    const all = [1, 2, 3].map((number) => ({ name: `n${number}`, fileName: "f", content: Buffer.alloc(1000, "a") }));
    const names: string[] = [];
    for await (const { name, content } of readMultipart(asSource(cut(encode(all), [150, 700, 1500])), "x")) {
      names.push(name);
      if (name === "n2") for await (const _ of content) break;
    }
    expect(names).toEqual(["n1", "n2", "n3"]);
  });

  it("may have names with escaped characters", async () => {
    const headers = 'Content-Disposition: form-data; name="a%22b"; filename="Mia %22at%22 the%0D%0A sea; ü.jpg"';
    const [part] = await read([Buffer.from(`--x\r\n${headers}\r\n\r\n1\r\n--x--`)]);
    expect(part).toEqual({ name: 'a"b', fileName: 'Mia "at" the\r\n sea; ü.jpg', content: Buffer.from("1") });
  });

  it("are streamed in pieces no longer than the chunks", async () => {
    const piece = Buffer.alloc(64 * 1024, "\r");
    let largest = 0;
    async function* endless() {
      yield Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n');
      for (let count = 0; count < 500; count += 1) yield piece;
      yield Buffer.from("\r\n--x--");
    }
    for await (const { content } of readMultipart(endless(), "x")) {
      for await (const { length } of content) largest = Math.max(largest, length);
    }
    expect(largest).toBeLessThan(piece.length + 10);
  });

  it("are read with back-pressure", async () => {
    const chunk = Buffer.alloc(1024 * 1024, "a");
    let sent = 0;
    let taken = 0;
    let mostHeld = 0;
    async function* film() {
      yield Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n');
      for (; sent < 500 * 1024 * 1024; sent += chunk.length) yield chunk;
      yield Buffer.from("\r\n--x--");
    }
    for await (const { content } of readMultipart(film(), "x")) {
      for await (const { length } of content) {
        await setImmediate();
        taken += length;
        mostHeld = Math.max(mostHeld, sent - taken);
      }
    }
    expect(taken).toBe(sent);
    expect(mostHeld).toBeLessThanOrEqual(chunk.length);
  });

  it.each([
    ["text after a delimiter", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello\r\n--xyz\r\n--x--'],
    ["an open quotation mark", '--x\r\nContent-Disposition: form-data; name="a\r\n\r\nhello\r\n--x--'],
    ["no disposition", "--x\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--"],
    ["no content", ""],
    ["no boundary", "hello"],
    ["no end", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello'],
    ["half an end delimiter", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello\r\n--x-'],
    ["no line end after the boundary", '--xContent-Disposition: form-data; name="a"\r\n\r\nhello\r\n--x--'],
    ["no name", "--x\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--x--"],
    ["only a file name", '--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\nhello\r\n--x--'],
    ["no headers", "--x\r\n\r\n\r\nhello\r\n--x--"],
    ["headers without an end", `--x\r\nContent-Disposition: form-data; name="a"; ${"a".repeat(20_000)}`],
    ["headers that are not UTF-8", '--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nhello\r\n--x--'],
    ["too many parts", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nh\r\n'.repeat(3_000)],
  ])("cannot be read from a body with %s", async (_, body) => {
    await expect(read([Buffer.from(body, "latin1")])).rejects.toThrow(BrokenMultipart);
  });

  it("are read or refused as broken for any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), parts, fc.nat(), async (noise, all, place) => {
        const body = encode(all);
        const at = place % (body.length + 1);
        const broken = Buffer.concat([body.subarray(0, at), noise, body.subarray(at)]);
        await read([broken]).catch((error) => expect(error).toBeInstanceOf(BrokenMultipart));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a boundary", () => {
  it.each([
    ["multipart/form-data; boundary=----WebKitFormBoundaryabc", "----WebKitFormBoundaryabc"],
    ['multipart/form-data; charset=utf-8; boundary="a b"', "a b"],
    ["Multipart/Form-Data;boundary=a", "a"],
    ["multipart/form-data", undefined],
    ["multipart/form-data; boundary=", undefined],
    ["multipart/mixed; boundary=a", undefined],
    ["application/x-www-form-urlencoded", undefined],
    [`multipart/form-data; boundary=${"a".repeat(71)}`, undefined],
    [null, undefined],
  ])("of %j is %j", (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });
});
