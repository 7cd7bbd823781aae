import { beforeEach, describe, expect, it, vi } from "vitest";
import { SECRETS } from "../../tests/factories/secrets";

const settings: Record<string, unknown> = {};
vi.mock("~/env.server", () => ({ env: settings }));

beforeEach(() => {
  vi.resetModules();
  for (const name of Object.keys(settings)) delete settings[name];
  Object.assign(settings, SECRETS, {
    AMBERKEEP_HOME: "/nowhere",
    MAIL_FROM: "letters@amberkeep.example",
    MAILGUN_URL: "http://127.0.0.1:1",
    LOG_LEVEL: "silent",
  });
});

describe("the choice of a mail transport", () => {
  it.each([
    ["a folder when nothing is set", {}, false, "not_sent"],
    ["SMTP", { SMTP_URL: "smtp://127.0.0.1:1" }, true, "cannot_tell"],
    ["Mailgun", { MAILGUN_API_KEY: "key", MAILGUN_DOMAIN: "mg.example.org" }, true, "no_answer"],
  ])("is %s", async (_, given, isConfigured, lookup) => {
    Object.assign(settings, given);
    const mail = await import("./mail.server");
    expect(mail.isMailConfigured).toBe(isConfigured);
    expect(await mail.findSent("a@b.c")).toBe(lookup);
  });
});
