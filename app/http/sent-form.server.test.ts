import { globSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { createBrowser } from "../../tests/factories/browser";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { formRequest, pageRequest, rawFormRequest } from "../../tests/factories/request";
import { CSRF_FIELD } from "./csrf.server";
import { readFormData } from "./form-data.server";
import { readSentForm, SECRET_INPUTS, UNREPEATABLE } from "./sent-form.server";

const browser = await createBrowser();
const visitorsToken = browser.csrfToken();

const multipart = (parts: FormPart[]) => multipartRequest("/create", [[CSRF_FIELD, visitorsToken], ...parts], browser);

it("a form keeps its address, its button and what was typed, whether its action has read it or not", async () => {
  const typed = {
    [CSRF_FIELD]: visitorsToken,
    text: "Dear Mia,\r\nI <3 you",
    tag: ["a", "b"],
    valueOf: "c",
    intent: "schedule",
  };
  const unread = formRequest("/create?type=send-to-someone", typed, browser);
  const read = formRequest("/create?type=send-to-someone", typed, browser);
  const { formData } = await readFormData(
    new Request(read.url, { method: "POST", headers: read.headers, body: read.body, duplex: "half" } as RequestInit),
  );
  formData.delete(CSRF_FIELD);
  for (const request of [unread, read]) {
    expect(await readSentForm(request)).toEqual({
      action: "/create?type=send-to-someone",
      isMultipart: false,
      fields: [
        [CSRF_FIELD, visitorsToken],
        ["text", typed.text],
        ["tag", "a"],
        ["tag", "b"],
        ["valueOf", "c"],
        ["intent", "schedule"],
      ],
      secrets: [],
      files: [],
    });
  }
});

it.each(["", "invented"])("a form without a token of its browser (%j) is not sent again", async (token) => {
  expect(
    await readSentForm(formRequest("/contact", { [CSRF_FIELD]: token, message: "Hello" }, browser)),
  ).toBeUndefined();
});

it("neither is a page, nor the answer of a passkey, nor a body that was read in another way", async () => {
  const read = formRequest("/contact", { message: "Hello" }, browser);
  await read.text();
  expect(await readSentForm(read)).toBeUndefined();
  expect(await readSentForm(pageRequest("/contact", browser))).toBeUndefined();
  expect(await readSentForm(formRequest("/auth/passkey", { credential: "{}" }, browser))).toBeUndefined();
});

it("a form that is still being read when its request fails is kept as well", async () => {
  const request = multipart([["message", "Dear Mia"]]);
  const reading = readFormData(request);
  expect((await readSentForm(request))?.fields.at(-1)).toEqual(["message", "Dear Mia"]);
  await reading;
});

it("secrets have to be entered again", async () => {
  const sent = await readSentForm(
    formRequest("/auth", { email: "mia@example.org", password: "S3cret-words" }, browser),
  );
  expect(sent?.fields.map(([name]) => name)).toEqual([CSRF_FIELD, "email"]);
  expect(sent?.secrets).toEqual([{ name: "password", kind: "password" }]);
  expect(JSON.stringify(sent)).not.toContain("S3cret-words");
});

it.each([
  ["before", undefined],
  ["while it is read", new Error("the database is gone")],
])("files are named, and texts after them kept, when a form fails %s", async (_, failure) => {
  const request = multipart([
    ["photo", Buffer.from("the sea"), "sea.jpg"],
    ["photo", Buffer.from("the dunes"), "dunes.jpg"],
    ["video", Buffer.alloc(0), ""],
    ["message", "Dear Mia"],
  ]);
  if (failure) {
    const take = vi.fn().mockRejectedValue(failure);
    await expect(readFormData(request, take)).rejects.toBe(failure);
    expect(take).toHaveBeenCalledOnce();
  }
  const sent = await readSentForm(request);
  expect(sent).toMatchObject({
    isMultipart: true,
    fields: [
      [CSRF_FIELD, visitorsToken],
      ["message", "Dear Mia"],
    ],
  });
  expect(sent?.files).toEqual([{ name: "photo", fileNames: ["sea.jpg", "dunes.jpg"] }]);
});

it("a file that was stored before the form failed need not be chosen again", async () => {
  const request = multipart([
    ["photo", Buffer.from("the sea"), "sea.jpg"],
    ["message", "Dear Mia"],
  ]);
  await readFormData(request, async () => true);
  expect(await readSentForm(request)).toMatchObject({
    files: [],
    fields: [
      [CSRF_FIELD, visitorsToken],
      ["message", "Dear Mia"],
    ],
  });
});

it("a form that was cut off keeps what arrived", async () => {
  const body = `--b\r\nContent-Disposition: form-data; name="${CSRF_FIELD}"\r\n\r\n${visitorsToken}\r\n--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nDear Mia\r\n--b\r\nContent-Disposition: form-data; name="more"\r\n\r\nan`;
  const request = rawFormRequest("/create", body, browser, "multipart/form-data; boundary=b");
  expect((await readSentForm(request))?.fields).toEqual([
    [CSRF_FIELD, visitorsToken],
    ["text", "Dear Mia"],
  ]);
});

it("every field for a password, a code or a passkey is known as secret", () => {
  const sources = globSync("app/**/*.{ts,tsx}")
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, "utf8"));
  const inputs = sources.flatMap((source) => source.match(/<(?:CodeField|TextField|input)\s[^>]*>/g) ?? []);
  const isSecret = (input: string) =>
    /^<CodeField|type="password"|-password"|one-time-code|(?:fields\.|name=")(?:code|credential)\b/.test(input);
  const shown = inputs
    .filter(isSecret)
    .flatMap((input) => /(?:field=\{(?:fields\.)?|name=")(\w+)/.exec(input)?.[1] ?? []);
  const hidden = sources.flatMap((source) => /secretFields: \[([^\]]+)\]/.exec(source)?.[1]?.match(/\w+/g) ?? []);
  expect(shown.length).toBeGreaterThan(10);
  expect(new Set([...shown, ...hidden])).toEqual(new Set([...Object.keys(SECRET_INPUTS), UNREPEATABLE]));
});
