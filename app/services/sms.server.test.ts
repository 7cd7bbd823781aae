import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SECRETS } from "../../tests/factories/secrets";
import type { PhoneNumber } from "./sms/phone-number.server";

const settings: Record<string, unknown> = {};
vi.mock("~/env.server", () => ({ env: settings }));

beforeEach(() => {
  vi.resetModules();
  for (const name of Object.keys(settings)) delete settings[name];
  Object.assign(settings, SECRETS, {
    NODE_ENV: "production",
    AMBERKEEP_HOME: "/nowhere",
    BASE_URL: "https://amberkeep.example",
    MAIL_FROM: "letters@amberkeep.example",
    TWILIO_URL: "http://127.0.0.1:1",
  });
});

const account = { TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+15005550006" };
const text = {
  messageId: "delivery_sms.abc@amberkeep.example",
  to: { name: 'Mia, "M"\r\nBcc: eve@example.org', phone: "+491711234567" as PhoneNumber },
  body: "Zoë kept something for you: https://amberkeep.example/open/abc",
  outboxId: "abc",
};

describe("the choice of an SMS transport", () => {
  it("is none by default: SMS are not offered, and written ones wait", async () => {
    const sms = await import("./sms.server");
    expect(sms.isSmsConfigured()).toBe(false);
    expect(await sms.sendSms(text)).toMatchObject({ ok: false, failure: "unavailable" });
  });

  it("is Twilio once its account is set", async () => {
    Object.assign(settings, account);
    const sms = await import("./sms.server");
    expect(sms.isSmsConfigured()).toBe(true);
    expect(await sms.sendSms(text)).toMatchObject({ reason: "Twilio cannot be reached: ECONNREFUSED" });
  });

  it("is a folder where that is set, beside the mail, with one file per message", async () => {
    const AMBERKEEP_HOME = await mkdtemp(join(tmpdir(), "amberkeep-texts-"));
    Object.assign(settings, { NODE_ENV: "development", SMS_IN_FOLDER: true, AMBERKEEP_HOME });
    const sms = await import("./sms.server");
    const { listMail, readMail } = await import("./mail/mail-folder.server");
    expect(sms.isSmsConfigured()).toBe(true);
    expect(await sms.findSentSms(text)).toBe("not_sent");
    for (let time = 0; time < 2; time += 1) expect(await sms.sendSms(text)).toMatchObject({ ok: true });
    expect(await sms.findSentSms(text)).toBe("sent");
    const to = "Mia, M Bcc: eve@example.org +491711234567";
    expect(await listMail()).toMatchObject([{ id: text.messageId, subject: "Text message", to }]);
    expect(await readMail(text.messageId)).toMatchObject({ to, text: text.body, html: "" });
    await rm(AMBERKEEP_HOME, { recursive: true });
  });
});
