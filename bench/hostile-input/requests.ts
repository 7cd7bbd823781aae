import type { Random } from "../harness/random.ts";
import { invalidValue, randomBytes } from "./invalid-values.ts";
import { ownerHeaders, REFUSED, type RequestKind, type Target } from "./request-kind.ts";
import { UPLOAD_KINDS } from "./upload-requests.ts";

export type HostileRequest = {
  name: string;
  bytes: Buffer;
  /** Where the right statuses are certain. */
  expected?: number[];
  /** A complete request must get an answer. */
  isWhole: boolean;
};

export function createRequest(random: Random, target: Target): HostileRequest {
  const kind = random.pick(KINDS);
  const draft = kind(random, target);
  const path = target.isStock && draft.method === "POST" ? "/form" : draft.path;
  const names = new Set(draft.headers.map(([name]) => name.toLowerCase()));
  const headers: [string, string][] = [
    ...(names.has("host") ? [] : ([["Host", `127.0.0.1:${target.port}`]] as [string, string][])),
    ...draft.headers,
    ...(draft.body && !names.has("content-length") && !names.has("transfer-encoding")
      ? ([["Content-Length", String(draft.body.length)]] as [string, string][])
      : []),
    ...(names.has("connection") ? [] : ([["Connection", "close"]] as [string, string][])),
  ];
  const head = `${draft.method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return {
    name: `${draft.name} (${draft.method} ${path.slice(0, 60)})`,
    bytes: Buffer.concat([Buffer.from(head, "latin1"), draft.body ?? Buffer.alloc(0)]),
    isWhole: draft.isWhole ?? true,
    ...(draft.expected && { expected: draft.expected }),
  };
}

const FORM = "application/x-www-form-urlencoded";
const PAGES = [
  "/",
  "/?home",
  "/auth?mode=login",
  "/auth?mode=signup",
  "/dashboard",
  "/create?type=send-to-someone&step=form",
];
const FORMS = [
  "/auth?mode=login",
  "/auth?mode=signup",
  "/auth?mode=reset",
  "/auth?mode=new_password&token=x",
  "/logout",
  "/create",
  "/verify-address?token=x",
  "/preferences/zoom",
];
const FIELDS = [
  "title",
  "recipientEmail",
  "message",
  "deliveryDate",
  "deliveryHour",
  "deliveryZone",
  "email",
  "password",
  "fullName",
  "csrf",
  "token",
  "code",
  "redirectTo",
  "__proto__",
  "constructor",
  "intent",
];

function fields(random: Random, csrf?: string): string {
  const pairs = Array.from({ length: 1 + Math.floor(random.next() * 10) }, () => {
    const value = random.next() < 0.5 ? invalidValue(random) : randomBytes(random, 20).toString("latin1");
    return `${random.pick(FIELDS)}=${random.next() < 0.7 ? encode(value) : value.replace(/[&\r\n]/g, "")}`;
  });
  return [...(csrf ? [`csrf=${csrf}`] : []), ...pairs].join("&");
}

/** Percent-encodes every byte. */
function encode(value: string): string {
  return [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

const KINDS: RequestKind[] = [
  ...UPLOAD_KINDS,
  (random) => ({
    name: "a form without a token",
    method: "POST",
    path: random.pick(FORMS),
    headers: [["Content-Type", FORM]],
    body: Buffer.from(fields(random), "latin1"),
    expected: [...REFUSED, 302, 303],
  }),
  (random, target) => ({
    name: "an owner's form with invalid values",
    method: "POST",
    path: random.pick([
      "/create?type=send-to-someone&step=form",
      "/create?edit=true&id=nonsense",
      `/create?edit=true&id=${target.owner.vaultId}`,
      "/preferences/zoom",
    ]),
    headers: [["Content-Type", FORM], ...ownerHeaders(target)],
    body: Buffer.from(fields(random, target.owner.csrf), "latin1"),
    expected: [...REFUSED, 302, 303],
  }),
  (random, target) => ({
    name: "another account's vault",
    method: "GET",
    path: random.pick([`/memories/${target.reader.vaultId}`, `/create?edit=true&id=${target.reader.vaultId}`]),
    headers: ownerHeaders(target),
    ...(target.isStock ? {} : { expected: [302, 303, 404] }),
  }),
  (random) => ({
    name: "a private page without a session",
    method: "GET",
    path: random.pick(["/dashboard", "/memories/abc"]),
    headers: [
      [
        "Cookie",
        random.pick([
          "",
          "amberkeep_session=x",
          "amberkeep_session=%00%ff",
          "=",
          ";;;=;",
          `amberkeep_session=${"a".repeat(4_000)}`,
        ]),
      ],
    ],
    expected: [302, 303, 404, 400, 431],
  }),
  (random, target) => ({
    name: "a body of another content type",
    method: "POST",
    path: random.pick(FORMS),
    headers: [
      [
        "Content-Type",
        random.pick([
          "application/json",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "text/plain",
          FORM,
          "",
          "\u00e9",
          `${FORM}; charset=utf-16`,
        ]),
      ],
      ...ownerHeaders(target),
    ],
    body: randomBytes(random, Math.floor(random.next() * 2_000)),
    expected: [...REFUSED, 302, 303],
  }),
  (random, target) => ({
    name: "broken multipart",
    method: "POST",
    path: random.pick(FORMS),
    headers: [["Content-Type", "multipart/form-data; boundary=cut"], ...ownerHeaders(target)],
    body: Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="${invalidValue(random)}"\r\n\r\n${invalidValue(random)}\r\n--cu${random.pick(["t--\r\n", "t", "", "t\r\n"])}`,
      "latin1",
    ),
    expected: [...REFUSED, 302, 303],
  }),
  (random) => ({
    name: "an invalid path",
    method: random.pick(["GET", "HEAD", "POST"]),
    path: `/${random.pick(["%", "%zz", "%00", "%c0%af", "..%2f..%2fetc/passwd", "../../etc/passwd", "a".repeat(6_000), "//evil.example", "assets/../../package.json", "assets/%2e%2e/server/web.js", "memories/%00", "open/..", "media/../x", "dev/mail/../../x", "?_data=routes/dashboard", "?_data=nonsense", "dashboard?_data=root", "?index&index", "dashboard?after=%00", "dashboard?after=zzz"])}`,
    headers: [["Content-Length", "0"]],
  }),
  (random, target) => ({
    name: "an invalid query while signed in",
    method: "GET",
    path: `${random.pick(["/dashboard", "/create", "/auth"])}?${random.pick(["tab", "after", "mode", "step", "type", "id", "edit", "redirectTo", "_data"])}=${encode(invalidValue(random)).slice(0, 3_000)}`,
    headers: ownerHeaders(target),
  }),
  (random) => ({
    name: "an unsupported method",
    method: random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"]),
    path: random.pick(PAGES),
    headers: [],
    expected: [...REFUSED],
  }),
  (random, target) => ({
    name: "a form from another site",
    method: "POST",
    path: random.pick(FORMS),
    headers: [
      ["Origin", random.pick(["https://evil.example", "http://127.0.0.1.evil.example", "nonsense", "https://"])],
      ["Content-Type", FORM],
      ...ownerHeaders(target),
    ],
    body: Buffer.from(`csrf=${target.owner.csrf}&zoom=allowed`),
    ...(target.isStock ? {} : { expected: [403] }),
  }),
  (random) => ({
    name: "a body over the limit",
    method: "POST",
    path: random.pick(FORMS),
    headers: [
      ["Content-Type", FORM],
      ["Content-Length", String(3 * 1024 * 1024 + Math.floor(random.next() * 1e9))],
    ],
    body: Buffer.from("title=a"),
    expected: [413],
  }),
  (random) => ({
    name: "a body shorter than its length",
    method: "POST",
    path: random.pick(FORMS),
    headers: [
      ["Content-Type", FORM],
      ["Content-Length", "500"],
    ],
    body: Buffer.from(fields(random).slice(0, 400), "latin1"),
    isWhole: false,
  }),
  (random) => ({
    name: "invalid chunks",
    method: "POST",
    path: random.pick(FORMS),
    headers: [
      ["Content-Type", FORM],
      ["Transfer-Encoding", random.pick(["chunked", "chunked, identity", "nonsense", "gzip, chunked"])],
    ],
    body: Buffer.from(
      random.pick([
        "0\r\n\r\n",
        "zz\r\nabc\r\n0\r\n\r\n",
        "5\r\ntitle\r\n0\r\n\r\n",
        "-1\r\n\r\n",
        "ffffffffffffffffff\r\na\r\n",
      ]),
    ),
    isWhole: false,
  }),
  (random) => ({
    name: "two lengths, or a length and chunks",
    method: "POST",
    path: random.pick(FORMS),
    headers: random.pick<[string, string][]>([
      [
        ["Content-Length", "5"],
        ["Content-Length", "6"],
      ],
      [
        ["Content-Length", "5"],
        ["Transfer-Encoding", "chunked"],
      ],
      [["Content-Length", "-5"]],
      [["Content-Length", "5, 5"]],
    ]),
    body: Buffer.from("title"),
    isWhole: false,
  }),
  (random) => ({
    name: "invalid headers",
    method: "GET",
    path: random.pick(PAGES),
    headers: Array.from({ length: 1 + Math.floor(random.next() * 5) }, (): [string, string] => [
      random.pick([
        "Accept-Encoding",
        "Accept-Language",
        "If-None-Match",
        "Range",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "Host",
        "Expect",
        "Upgrade",
        "Cookie",
        "Referer",
        "User-Agent",
        "Content-Type",
      ]),
      random.pick([
        "",
        "*",
        "br;q=nan",
        "bytes=9-1",
        "100-continue",
        "websocket",
        "a".repeat(2_000),
        "\u00ff\u00fe",
        "evil.example",
        "evil.example:99999",
        "[::1",
        "amberkeep_toast=abc.def",
        "amberkeep_zoom=eyJ",
      ]),
    ]),
  }),
  (random) => ({
    name: "headers over the limit",
    method: "GET",
    path: "/",
    headers: [["X-Long", "a".repeat(17_000 + Math.floor(random.next() * 10_000))]],
    expected: [431, 400],
  }),
  (random) => ({
    name: "bytes that are not HTTP",
    method: randomBytes(random, 4).toString("latin1"),
    path: randomBytes(random, 30)
      .toString("latin1")
      .replace(/[\r\n]/g, ""),
    headers: [],
    isWhole: false,
  }),
];
