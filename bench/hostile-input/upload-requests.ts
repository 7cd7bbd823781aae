import type { Random } from "../harness/random.ts";
import { type Draft, type Kind, ownerHeaders, REFUSED, type Target } from "./request-kind.ts";
import { noise, strange } from "./invalid-values.ts";

const BOUNDARY = "cut";
const MULTIPART: [string, string] = ["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`];
const FORM_ID = "abcdefghijklmnopqrstuvwx";
const IDS = [FORM_ID, "x", "..%2f..%2fetc", "%00", "__proto__", "a".repeat(200), "%F0%9F%92%8C"];
/** Beginnings of files, so that what follows is read as one. */
const HEADS = [
  "\xff\xd8\xff\xe0",
  "\x89PNG\r\n\x1a\n",
  "GIF89a",
  "RIFF\0\0\0\0WEBP",
  "\0\0\0\x18ftypisom",
  "\x1aE\xdf\xa3",
  "ID3\x04\0",
  "OggS",
  "PK\x03\x04",
  "",
];

type Piece = [name: string, content: Buffer | string, fileName?: string];

function multipart(pieces: Piece[]): Buffer {
  const parts = pieces.flatMap(([name, content, fileName]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? "" : `; filename="${fileName.replace(/["\r\n]/g, "")}"`),
    Buffer.from("\r\n\r\n"),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const somefile = (random: Random) =>
  Buffer.concat([Buffer.from(random.pick(HEADS), "latin1"), noise(random, Math.floor(random.next() * 3_000))]);
const slot = (random: Random) => random.pick(["photo", "video", "audio", "title", "csrf", "file", "__proto__"]);

const post = (target: Target, draft: Omit<Draft, "method" | "headers"> & { headers?: [string, string][] }): Draft => ({
  method: "POST",
  ...draft,
  headers: [...(draft.headers ?? [MULTIPART]), ...ownerHeaders(target)],
});

/** What may happen to requests that bring files, or say something about them. */
export const UPLOAD_KINDS: Kind[] = [
  (random, target) =>
    post(target, {
      name: "a form with files that are none",
      path: "/create?type=letter&step=form",
      body: multipart([
        ["csrf", target.owner.csrf],
        ["submissionId", random.pick([FORM_ID, strange(random)])],
        ["title", strange(random)],
        [slot(random), somefile(random), strange(random)],
        [slot(random), somefile(random), strange(random)],
        ["intent", strange(random)],
      ]),
      expected: [...REFUSED, 200, 302, 303],
    }),
  (random, target) =>
    post(target, {
      name: "files before the token",
      path: "/create",
      body: multipart([
        ["photo", somefile(random), "a.jpg"],
        ["csrf", target.owner.csrf],
        ["submissionId", FORM_ID],
      ]),
      expected: REFUSED,
    }),
  (random, target) => {
    const whole = multipart([
      ["csrf", target.owner.csrf],
      ["submissionId", FORM_ID],
      ["photo", somefile(random), "a.jpg"],
    ]);
    return post(target, {
      name: "a form whose file breaks off",
      path: "/create",
      headers: [MULTIPART, ["Content-Length", String(whole.length)]],
      body: whole.subarray(0, Math.floor(random.next() * whole.length)),
      isWhole: false,
    });
  },
  (random, target) => {
    const whole = multipart([
      ["csrf", target.owner.csrf],
      ["photo", somefile(random), "a.jpg"],
    ]);
    for (let count = 0; count < 5; count += 1) whole[Math.floor(random.next() * whole.length)] = random.next() * 256;
    return post(target, {
      name: "a form with files and noise in it",
      path: random.pick(["/create", `/uploads/${FORM_ID}/content`]),
      body: whole,
      expected: [...REFUSED, 200, 302, 303],
    });
  },
  (random, target) =>
    post(target, {
      name: "the beginning of an upload that makes no sense",
      path: "/uploads",
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: Buffer.from(
        new URLSearchParams({
          csrf: random.pick([target.owner.csrf, strange(random)]),
          formId: random.pick([FORM_ID, strange(random)]),
          kind: random.pick(["photo", "video", strange(random)]),
          fileName: strange(random),
          bytes: random.pick(["1", "0", "-1", "1e9", "99999999999999999999", strange(random)]),
          type: strange(random),
        }).toString(),
      ),
      expected: [...REFUSED, 200],
    }),
  (random, target) =>
    post(target, {
      name: "a part of nobody's file",
      path: `/uploads/${random.pick(IDS)}/content`,
      headers: [
        MULTIPART,
        [
          "Content-Range",
          random.pick(["bytes 0-1/2", "bytes 5-1/9", "bytes 0-9/99999999999999999999", "x", "bytes */*"]),
        ],
      ],
      body: multipart([
        ["csrf", target.owner.csrf],
        ["file", somefile(random), "blob"],
      ]),
      expected: REFUSED,
    }),
  (random, target) =>
    post(target, {
      name: "a word about nobody's file",
      path: `/uploads/${random.pick(IDS)}/${random.pick(["finish", "remove", "preview", "content"])}`,
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: Buffer.from(`csrf=${target.owner.csrf}`),
      expected: [...REFUSED, 200, 302, 303],
    }),
  (random, target) => ({
    name: "a look at nobody's file",
    method: random.pick(["GET", "HEAD"]),
    path: `/${random.pick(["uploads", "media"])}/${random.pick(IDS)}${random.pick(["", "/preview", "?width=480", "?width=1e9"])}`,
    headers: ownerHeaders(target),
    expected: [400, 404],
  }),
];
