import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseEnv as parseFile } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { envSchema, parseEnv } from "~/env.server";

const example = readFileSync(".env.example", "utf8");
const lines = example.split("\n");
/** The example with every setting uncommented. */
const written = parseFile(example.replace(/^#(?=[A-Z][A-Z0-9_]*=)/gm, ""));
const settings = Object.keys(envSchema.shape);
/** The variables of docker-compose.yml that are not settings of the app. */
const composed = [...readFileSync("docker-compose.yml", "utf8").matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);

/** The commands in the example that generate a secret. */
const commands = Object.fromEntries(
  lines.flatMap((line, index) => {
    const name = /^#([A-Z_]+)=$/.exec(line)?.[1];
    const command = /with: (node -p ".*")\.$/.exec(lines[index - 1] ?? "")?.[1];
    return name && command ? [[name, command]] : [];
  }),
);
const made = () =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [name, execSync(command, { encoding: "utf8" }).trim()]),
  );

it("lists every setting and nothing else", () => {
  expect(Object.keys(written).sort()).toEqual([...settings, ...new Set(composed)].sort());
});

it("describes each setting", () => {
  lines.forEach((line, index) => {
    if (!/^#?[A-Z][A-Z0-9_]*=/.test(line)) return;
    expect(lines[index - 1], line).toMatch(/^# .*\.$/);
    expect(lines[index + 1], line).toBe("");
  });
});

it("changes nothing if it is copied unchanged", () => {
  expect(parseFile(example)).toEqual({});
});

it("contains no usable secret", () => {
  for (const name of ["APP_SECRET", "VAULT_MASTER_KEYS", "MYSQL_PASSWORD", "POSTGRES_PASSWORD"]) {
    expect(written[name], name).toBe("");
  }
  expect(() => parseEnv(written)).toThrow(/^These.*\nAPP_SECRET: [^\n]*\nVAULT_MASTER_KEYS: [^\n]*$/s);
});

it("is valid with secrets from its own commands, which generate new ones each time", () => {
  expect(Object.keys(commands).sort()).toEqual(["APP_SECRET", "VAULT_MASTER_KEYS"]);
  const first = made();
  const second = made();
  for (const name of Object.keys(commands)) expect(first[name]).not.toBe(second[name]);
  expect(parseEnv({ ...written, ...first })).toBeDefined();
});

it("refuses two master keys with the same number, and numbers that cannot be stored", () => {
  const key = Buffer.alloc(32).toString("base64");
  for (const keys of [`1:${key},1:${key}`, `0:${key}`, `32768:${key}`])
    expect(() => parseEnv({ ...written, ...made(), VAULT_MASTER_KEYS: keys }), keys).toThrow(
      /\nVAULT_MASTER_KEYS: [^\n]*$/,
    );
});

it("takes an empty setting for a missing one", () => {
  const empty = { PORT: "", WORKER_CONCURRENCY: " ", MAILGUN_LOG_DELAY_SECONDS: "", RESTORED_AT: "", OPERATOR: "" };
  const { PORT, WORKER_CONCURRENCY, MAILGUN_LOG_DELAY_SECONDS, RESTORED_AT, OPERATOR } = parseEnv({
    ...written,
    ...made(),
    ...empty,
  });
  expect([PORT, WORKER_CONCURRENCY, MAILGUN_LOG_DELAY_SECONDS]).toEqual([3000, 10, 120]);
  expect([RESTORED_AT, OPERATOR]).toEqual([undefined, undefined]);
});

it("refuses a RESTORED_AT in the future, until which no letter would be sent", () => {
  const restored = (RESTORED_AT: string) => () => parseEnv({ ...written, ...made(), RESTORED_AT }).RESTORED_AT;
  const nineHours = 9 * 3_600_000;
  const inTokyo = new Date(Date.now() + nineHours).toISOString();
  expect(restored(inTokyo.replace("Z", "+09:00"))()).toEqual(new Date(Date.parse(inTokyo) - nineHours));
  expect(restored(inTokyo)).toThrow(/\nRESTORED_AT: must not be in the future[^\n]*$/);
  expect(restored("yesterday")).toThrow(/\nRESTORED_AT: must look like [^\n]*$/);
});

it("refuses a BASE_URL that is more than a host", () => {
  const { BASE_URL } = parseEnv({ ...written, ...made(), BASE_URL: "https://Letters.example:8443/" });
  expect(BASE_URL).toBe("https://letters.example:8443");
  for (const rest of ["/letters", "/letters/", "?a=b", "#top"])
    expect(() => parseEnv({ ...written, ...made(), BASE_URL: `https://letters.example${rest}` }), rest).toThrow(
      /^These.*\nBASE_URL: [^\n]*$/s,
    );
  expect(() => parseEnv({ ...written, ...made(), BASE_URL: "https://ada:tulip@letters.example" })).toThrow(/BASE_URL/);
});

it("names a setting whose URL cannot be read", () => {
  const wrong = {
    MAILGUN_URL: "api.eu.mailgun.net",
    DATABASE_URL: "mysql://ada:50%tulips@localhost:3306/amberkeep",
    WORKER_DATABASE_URL: "postgres://ada:50%daisies@localhost:5432/amberkeep",
    CLOUDINARY_URL: "cloudinary://key:secret@cloud?upload_prefix=api-eu.cloudinary.com",
    DNS_SERVERS: "192.0.2.530",
  };
  for (const [name, value] of Object.entries(wrong))
    expect(() => parseEnv({ ...written, ...made(), [name]: value }), name).toThrow(
      new RegExp(`^These.*\\n${name}: [^\\n]*$`, "s"),
    );
});

it("says in plain words what is missing or out of range", () => {
  const { APP_SECRET: _, ...others } = { ...written, ...made() };
  const wrong = { PORT: "70000", WORKER_CONCURRENCY: "ten", MAIL_PER_SECOND: "-1", TRUSTED_PROXIES: "1.5" };
  expect(() => parseEnv({ ...others, ...wrong, LOG_LEVEL: "loud", AMBERKEEP_DEMO: "yes" })).toThrow(
    [
      "These settings are missing or wrong:",
      "AMBERKEEP_DEMO: must be 0 or 1",
      "PORT: must be at most 65535",
      "TRUSTED_PROXIES: must be a whole number",
      "LOG_LEVEL: must be fatal or error or warn or info or debug or silent",
      "WORKER_CONCURRENCY: must be a number",
      "APP_SECRET: is missing",
      "MAIL_PER_SECOND: must be at least 0",
    ].join("\n"),
  );
});

it("requires a mail provider in production, except in a demo", () => {
  const { SMTP_URL, MAILGUN_API_KEY, MAILGUN_DOMAIN, ...others } = { ...written, ...made() };
  expect(() => parseEnv({ ...others, NODE_ENV: "production" })).toThrow(/SMTP_URL/);
  for (const way of [{ SMTP_URL }, { MAILGUN_API_KEY, MAILGUN_DOMAIN }, { AMBERKEEP_DEMO: "1" }]) {
    expect(parseEnv({ ...others, NODE_ENV: "production", ...way })).toBeDefined();
  }
});

it.each([
  ["MAILGUN_API_KEY", "MAILGUN_DOMAIN"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["LEMON_SQUEEZY_API_KEY", "LEMON_SQUEEZY_STORE_ID", "LEMON_SQUEEZY_VARIANTS", "LEMON_SQUEEZY_WEBHOOK_SECRET"],
])("requires all settings of a provider, or none: %s, …", (...names) => {
  const settings = { ...written, ...made() };
  for (const missing of names) {
    const others = names.filter((name) => name !== missing).join(", ");
    expect(() => parseEnv({ ...settings, [missing]: "" })).toThrow(
      `These settings are missing or wrong:\n${missing}: must be set together with ${others}`,
    );
  }
  expect(parseEnv({ ...settings, ...Object.fromEntries(names.map((name) => [name, ""])) })).toBeDefined();
});

it("writes text messages to a folder in a demo only", () => {
  const production = { ...written, ...made(), NODE_ENV: "production", SMS_IN_FOLDER: "1" };
  expect(() => parseEnv(production)).toThrow(/^These.*\nSMS_IN_FOLDER: [^\n]*$/s);
  expect(parseEnv({ ...production, AMBERKEEP_DEMO: "1" }).SMS_IN_FOLDER).toBe(true);
});

it("requires a sender that mail servers accept, except in a demo", () => {
  const { MAIL_FROM: _, ...others } = written;
  const production = { ...others, ...made(), NODE_ENV: "production" };
  expect(() => parseEnv(production)).toThrow(/^These.*\nMAIL_FROM: [^\n]*$/s);
  for (const sender of ["letters@localhost", "Amberkeep <letters@amberkeep.localhost>", "", "Amberkeep"])
    expect(() => parseEnv({ ...production, MAIL_FROM: sender }), sender).toThrow(/^These.*\nMAIL_FROM: [^\n]*$/s);
  expect(parseEnv({ ...production, AMBERKEEP_DEMO: "1" }).MAIL_FROM).toMatch(/<letters@amberkeep\.localhost>$/);
  // Unquoted, the comma would make two senders of it.
  const { MAIL_FROM } = parseEnv({ ...production, MAIL_FROM: "Amberkeep, Inc. <letters@amberkeep.example>" });
  expect(MAIL_FROM).toBe('"Amberkeep, Inc." <letters@amberkeep.example>');
});

it("ends a process whose settings are wrong with their names and no stack", async () => {
  vi.resetModules();
  vi.stubEnv("PORT", "eighty");
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const print = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  await expect(import("~/env.server")).rejects.toThrow("ended");
  expect(exit).toHaveBeenCalledWith(1);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^These settings are missing or wrong:\nPORT: [^\n]*\n$/)]]);
});

it("shows the default of every optional setting", () => {
  const { APP_SECRET, VAULT_MASTER_KEYS } = made();
  const { BASE_URL, DATABASE_URL, WORKER_DATABASE_URL } = written;
  const { SMTP_URL, MAIL_FROM } = written;
  const required = { BASE_URL, DATABASE_URL, WORKER_DATABASE_URL, APP_SECRET, VAULT_MASTER_KEYS, SMTP_URL, MAIL_FROM };
  const least = parseEnv(required);
  const full = parseEnv({ ...written, APP_SECRET, VAULT_MASTER_KEYS });
  for (const [name, value] of Object.entries(least)) {
    if (value !== undefined) expect(full[name as keyof typeof full], name).toEqual(value);
  }
});
