import type { Random } from "../harness/random.ts";
import { invalidValue, randomBytes } from "./invalid-values.ts";
import { ownerHeaders, REFUSED, type RequestDraft, type RequestKind, type Target } from "./request-kind.ts";

const BOUNDARY = "cut";
const MULTIPART: [string, string] = ["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`];
const FORM_ID = "abcdefghijklmnopqrstuvwx";
const IDS = [FORM_ID, "x", "..%2f..%2fetc", "%00", "__proto__", "a".repeat(200), "%F0%9F%92%8C"];
const SIGNATURES = [
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

type Part = [name: string, content: Buffer | string, fileName?: string];

function multipart(fields: Part[]): Buffer {
  const parts = fields.flatMap(([name, content, fileName]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? "" : `; filename="${fileName.replace(/["\r\n]/g, "")}"`),
    Buffer.from("\r\n\r\n"),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const randomFile = (random: Random) =>
  Buffer.concat([
    Buffer.from(random.pick(SIGNATURES), "latin1"),
    randomBytes(random, Math.floor(random.next() * 3_000)),
  ]);
const fieldName = (random: Random) => random.pick(["photo", "video", "audio", "title", "csrf", "file", "__proto__"]);

const post = (
  target: Target,
  draft: Omit<RequestDraft, "method" | "headers"> & { headers?: [string, string][] },
): RequestDraft => ({
  method: "POST",
  ...draft,
  headers: [...(draft.headers ?? [MULTIPART]), ...ownerHeaders(target)],
});

export const UPLOAD_KINDS: RequestKind[] = [
  (random, target) =>
    post(target, {
      name: "a form with invalid files",
      path: "/create?type=letter&step=form",
      body: multipart([
        ["csrf", target.owner.csrf],
        ["formId", random.pick([FORM_ID, invalidValue(random)])],
        ["title", invalidValue(random)],
        [fieldName(random), randomFile(random), invalidValue(random)],
        [fieldName(random), randomFile(random), invalidValue(random)],
        ["intent", invalidValue(random)],
      ]),
      expected: [...REFUSED, 200, 302, 303],
    }),
  (random, target) =>
    post(target, {
      name: "files before the token",
      path: "/create",
      body: multipart([
        ["photo", randomFile(random), "a.jpg"],
        ["csrf", target.owner.csrf],
        ["formId", FORM_ID],
      ]),
      expected: REFUSED,
    }),
  (random, target) => {
    const whole = multipart([
      ["csrf", target.owner.csrf],
      ["formId", FORM_ID],
      ["photo", randomFile(random), "a.jpg"],
    ]);
    return post(target, {
      name: "a form with a truncated file",
      path: "/create",
      headers: [MULTIPART, ["Content-Length", String(whole.length)]],
      body: whole.subarray(0, Math.floor(random.next() * whole.length)),
      isWhole: false,
    });
  },
  (random, target) => {
    const whole = multipart([
      ["csrf", target.owner.csrf],
      ["photo", randomFile(random), "a.jpg"],
    ]);
    for (let count = 0; count < 5; count += 1) whole[Math.floor(random.next() * whole.length)] = random.next() * 256;
    return post(target, {
      name: "a form with corrupted bytes",
      path: random.pick(["/create", `/uploads/${FORM_ID}/content`]),
      body: whole,
      expected: [...REFUSED, 200, 302, 303],
    });
  },
  (random, target) =>
    post(target, {
      name: "an upload started with invalid values",
      path: "/uploads",
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: Buffer.from(
        new URLSearchParams({
          csrf: random.pick([target.owner.csrf, invalidValue(random)]),
          formId: random.pick([FORM_ID, invalidValue(random)]),
          kind: random.pick(["photo", "video", invalidValue(random)]),
          fileName: invalidValue(random),
          bytes: random.pick(["1", "0", "-1", "1e9", "99999999999999999999", invalidValue(random)]),
          type: invalidValue(random),
        }).toString(),
      ),
      expected: [...REFUSED, 200],
    }),
  (random, target) =>
    post(target, {
      name: "a part of an unknown upload",
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
        ["file", randomFile(random), "blob"],
      ]),
      expected: REFUSED,
    }),
  (random, target) =>
    post(target, {
      name: "an action on an unknown upload",
      path: `/uploads/${random.pick(IDS)}/${random.pick(["finish", "remove", "preview", "content"])}`,
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
      body: Buffer.from(`csrf=${target.owner.csrf}`),
      expected: [...REFUSED, 200, 302, 303],
    }),
  (random, target) => ({
    name: "a request for an unknown file",
    method: random.pick(["GET", "HEAD"]),
    path: `/${random.pick(["uploads", "media"])}/${random.pick(IDS)}${random.pick(["", "/preview", "?width=480", "?width=1e9"])}`,
    headers: ownerHeaders(target),
    expected: [400, 404],
  }),
];
