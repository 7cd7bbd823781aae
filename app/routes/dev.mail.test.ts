import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { emails } from "~/emails/catalogue";
import { SECRETS } from "../../tests/factories/secrets";

const settings = vi.hoisted(() => ({ NODE_ENV: "production", AMBERKEEP_DEMO: false, AMBERKEEP_HOME: "" }));
vi.mock("~/env.server", () => ({ env: settings }));

const home = await mkdtemp(join(tmpdir(), "amberkeep-home-"));
settings.AMBERKEEP_HOME = home;
Object.assign(settings, SECRETS, {
  BASE_URL: "http://localhost:3000",
  MAIL_FROM: "Amberkeep <letters@amberkeep.example>",
  LOG_LEVEL: "silent",
});
await mkdir(join(home, "mail"));

const list = await import("./dev.mail._index");
const one = await import("./dev.mail.$id");
const html = await import("./dev.mail.$id.html");
const preview = await import("./dev.mail.preview");
const previewed = await import("./dev.mail.preview_.$kind");
const { sendMail } = await import("~/services/mail.server");

const params = { id: "opening_code.abc@amberkeep.example" };
const own = new Request("http://localhost/dev/mail", { headers: { Host: "localhost:3000" } });
const request = { request: own, params, context: {} } as never;
const unknown = {
  request: own,
  params: { id: "../../secret" },
  context: {},
} as never;

const ofKind = (kind: string) => ({ ...(request as object), params: { kind } }) as never;

beforeEach(async () => {
  settings.NODE_ENV = "development";
  settings.AMBERKEEP_DEMO = false;
  await sendMail({
    messageId: params.id,
    to: { name: "Mia", address: "mia@example.org" },
    subject: "Your code",
    text: "See https://amberkeep.example/open\n",
    html: "<html><head><title>x</title></head><body>Your code</body></html>",
    outboxId: "abc",
  });
});
afterAll(() => rm(home, { recursive: true }));

describe("/dev/mail", () => {
  it("lists the sent mails and shows each", async () => {
    const { mails } = await (await list.loader(request)).json();
    expect(mails).toMatchObject([{ id: params.id, to: "Mia <mia@example.org>", subject: "Your code" }]);
    const { mail } = await (await one.loader(request)).json();
    expect(mail.text).toBe("See https://amberkeep.example/open\n");
  });

  it("shows the HTML part in a sandbox", async () => {
    const response = await html.loader(request);
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; .*sandbox allow-popups/);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain('<base target="_blank"><title>x</title>');
  });

  it("is 404 for a missing mail", async () => {
    await expect(one.loader(unknown)).rejects.toMatchObject({ status: 404 });
    await expect(html.loader(unknown)).rejects.toMatchObject({ status: 404 });
  });

  it("is 404 in production, except in a demo", async () => {
    settings.NODE_ENV = "production";
    const previews = [() => preview.loader(request), () => previewed.loader(ofKind("delivery"))];
    for (const attempt of [
      () => list.loader(request),
      () => one.loader(request),
      () => html.loader(request),
      ...previews,
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
    settings.AMBERKEEP_DEMO = true;
    expect((await list.loader(request)).status).toBe(200);
  });
});

describe("/dev/mail/preview", () => {
  it("shows every mail in both forms", async () => {
    const { mails } = await (await preview.loader(request)).json();
    expect(mails.map(({ kind }) => kind)).toEqual(Object.keys(emails));
    for (const { kind, subject, text } of mails) {
      expect(subject).not.toBe("");
      const html = await (await previewed.loader(ofKind(kind))).text();
      expect(html).toContain("Amberkeep");
      expect(text).toContain("Amberkeep");
    }
    await expect(previewed.loader(ofKind("toString"))).rejects.toMatchObject({ status: 404 });
  });
});
