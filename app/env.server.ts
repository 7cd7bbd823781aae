import { Resolver } from "node:dns";
import { z } from "zod";
import type { PaidPlanId } from "./domain/account/plans";
import { formatMailbox, readSender } from "./mailbox.server";
import { isLocal, withTls } from "./tls";

const secret = z.string().min(32, "must have at least 32 characters");
const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
const optional = z.string().optional();

function secured<Settings extends Env>(settings: Settings): Settings {
  const { DATABASE_URL, WORKER_DATABASE_URL, SMTP_URL, BOUNCES_IMAP_URL } = settings;
  return {
    ...settings,
    DATABASE_URL: withTls("mysql", DATABASE_URL, settings.DATABASE_WITHOUT_TLS),
    WORKER_DATABASE_URL: withTls("postgres", WORKER_DATABASE_URL, settings.WORKER_DATABASE_WITHOUT_TLS),
    SMTP_URL: SMTP_URL && withTls("smtp", SMTP_URL, settings.SMTP_WITHOUT_TLS),
    BOUNCES_IMAP_URL: BOUNCES_IMAP_URL && withTls("imap", BOUNCES_IMAP_URL, settings.BOUNCES_WITHOUT_TLS),
  };
}

function isDecodable(url: string): boolean {
  try {
    return decodeURI(url) !== "";
  } catch {
    return false;
  }
}

/** The numbers are stored as SMALLINT. */
function areDistinctNumbers(keys: string): boolean {
  const numbers = keys.split(",").map((entry) => Number.parseInt(entry, 10));
  return new Set(numbers).size === numbers.length && numbers.every((number) => number >= 1 && number <= 32_767);
}

/** Until then, no worker would send a letter. A minute for clocks that differ. */
const isPast = (time: string) => Date.parse(time) <= Date.now() + 60_000;

function areDistinctVariants(variants: string): boolean {
  const entries = variants.split(",").map((entry) => entry.split(":"));
  return [0, 1].every((part) => new Set(entries.map((entry) => entry[part])).size === entries.length);
}

const PLANS_FOR_SALE = Object.keys({ starter: 0, plus: 0, premium: 0, ultimate: 0 } satisfies Record<PaidPlanId, 0>);

function nameEveryPlan(variants: string): boolean {
  const named = variants.split(",").map((entry) => entry.split(":")[0]);
  return PLANS_FOR_SALE.every((plan) => named.includes(plan));
}

const apiUrl = z
  .url({ protocol: /^https?$/, error: "must be an https URL", abort: true })
  .refine((url) => url.startsWith("https:") || isLocal(new URL(url)), "must be an https URL");

function hasApi(cloudinaryUrl: string): boolean {
  const prefix = new URL(cloudinaryUrl).searchParams.get("upload_prefix");
  return prefix === null || apiUrl.safeParse(prefix).success;
}

function areNameServers(list: string): boolean {
  try {
    new Resolver().setServers(list.split(","));
    return true;
  } catch {
    return false;
  }
}

/** Described in `.env.example`; a test compares the two. */
export const envSchema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  AMBERKEEP_DEMO: flag,
  AMBERKEEP_HOME: z.string().default(".amberkeep"),
  HOST: z.string().default("0.0.0.0"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL", abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, "must be a URL without a path")
    .transform((url) => new URL(url).origin),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  OPERATOR: optional,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),

  DATABASE_URL: z
    .url({
      protocol: /^(mysql|mariadb)$/,
      error: "must look like mysql://user:password@host:3306/database",
      abort: true,
    })
    .refine(isDecodable, "must have a % as %25 in its user and password"),
  WORKER_DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must look like postgres://user:password@host:5432/database",
      abort: true,
    })
    .refine(isDecodable, "must have a % as %25 in its user and password"),
  CONFIRM_TIME: flag,
  RESTORED_AT: z.iso
    .datetime({ offset: true, error: "must look like 2026-11-22T10:00:00Z", abort: true })
    .refine(isPast, "must not be in the future: 10:00 in Berlin in winter is 2026-11-22T10:00:00+01:00")
    .optional()
    .transform((text) => (text ? new Date(text) : undefined)),
  DATABASE_WITHOUT_TLS: flag,
  WORKER_DATABASE_WITHOUT_TLS: flag,
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(10),

  APP_SECRET: secret,
  APP_SECRET_CHANGED: flag,
  VAULT_MASTER_KEYS: z
    .string()
    .regex(/^\d+:[A-Za-z0-9+/]{43}=(,\d+:[A-Za-z0-9+/]{43}=)*$/, {
      error: "must be a list like 1:<32 bytes in base64>,2:<32 bytes in base64>",
      abort: true,
    })
    .refine(areDistinctNumbers, "must give every key a number of its own, from 1 to 32767"),

  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(1_024),
  CLOUDINARY_URL: optional.pipe(
    z
      .string()
      .regex(/^cloudinary:\/\/[^:/@\s]+:[^/@\s]+@[\w-]+([/?]\S*)?$/, {
        error: "must look like cloudinary://key:secret@cloud",
        abort: true,
      })
      .refine(isDecodable, "must have a % as %25 in its key and secret")
      .refine(hasApi, "must have an https URL as its upload_prefix")
      .optional(),
  ),

  MAIL_FROM: z
    .string()
    .default("Amberkeep <letters@amberkeep.localhost>")
    .transform(readSender)
    .refine((sender) => sender !== null, "must look like Amberkeep <letters@amberkeep.example>")
    .transform((sender) => formatMailbox(sender)),
  MAILGUN_API_KEY: optional,
  MAILGUN_DOMAIN: optional,
  MAILGUN_URL: apiUrl.default("https://api.mailgun.net"),
  MAILGUN_WEBHOOK_KEY: optional,
  MAILGUN_LOG_DELAY_SECONDS: z.coerce.number().int().min(0).max(3600).default(120),
  SMTP_URL: optional.pipe(
    z.url({ protocol: /^smtps?$/, error: "must look like smtps://user:password@host:465" }).optional(),
  ),
  SMTP_WITHOUT_TLS: flag,
  BOUNCES_IMAP_URL: optional.pipe(
    z
      .url({ protocol: /^imaps?$/, error: "must look like imaps://user:password@host:993/INBOX", abort: true })
      .refine(isDecodable, "must have a % as %25 in its user, password and folder")
      .optional(),
  ),
  BOUNCES_WITHOUT_TLS: flag,

  TWILIO_ACCOUNT_SID: optional.pipe(
    z
      .string()
      .regex(/^AC[0-9a-f]{32}$/, "must be AC and 32 hexadecimal digits")
      .optional(),
  ),
  TWILIO_AUTH_TOKEN: optional,
  TWILIO_FROM: optional.pipe(
    z
      .string()
      .regex(
        /^(\+[1-9]\d{4,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
        "must be a number like +15005550006, a name of at most 11 letters and digits, or a messaging service's MG…",
      )
      .optional(),
  ),
  TWILIO_URL: apiUrl.default("https://api.twilio.com"),
  TWILIO_LOG_DELAY_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  SMS_IN_FOLDER: flag,

  LEMON_SQUEEZY_API_KEY: optional,
  LEMON_SQUEEZY_STORE_ID: optional.pipe(
    z
      .string()
      .regex(/^\d{1,20}$/, "must be a number")
      .optional(),
  ),
  LEMON_SQUEEZY_VARIANTS: optional.pipe(
    z
      .string()
      .regex(/^[a-z]+:\d{1,20}(,[a-z]+:\d{1,20})*$/, {
        error: "must be a list like starter:101,plus:102,premium:103,ultimate:104",
        abort: true,
      })
      .refine(areDistinctVariants, "must give every plan a variant of its own")
      .refine(nameEveryPlan, `must name a variant for each of the plans ${PLANS_FOR_SALE.join(", ")}`)
      .optional(),
  ),
  LEMON_SQUEEZY_WEBHOOK_SECRET: optional.pipe(
    z.string().min(6, "must have 6 to 40 characters").max(40, "must have 6 to 40 characters").optional(),
  ),
  LEMON_SQUEEZY_TEST_MODE: flag,
  LEMON_SQUEEZY_URL: apiUrl.default("https://api.lemonsqueezy.com"),
  LEMON_SQUEEZY_CHECKOUT_ORIGIN: z
    .string()
    .regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/, "must be an origin like https://*.lemonsqueezy.com")
    .default("https://*.lemonsqueezy.com"),
  CONTACT_EMAIL: optional.pipe(z.email("must be an email address").optional()),
  AI_API_KEY: optional,
  AI_URL: apiUrl.default("https://api.openai.com/v1"),
  AI_MODEL: z.string().default("gpt-4.1-mini"),
  AI_ANSWERS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(1_000),

  MAIL_PER_SECOND: z.coerce.number().min(0).max(100_000).default(0),
  SMS_PER_SECOND: z.coerce.number().min(0).max(100_000).default(0),
  DNS_SERVERS: optional.pipe(
    z.string().refine(areNameServers, "must be a list of IP addresses like 192.0.2.53,[2001:db8::53]:5353").optional(),
  ),
});

export type Env = z.output<typeof envSchema>;

/** For what the schema has no words of its own. */
const explain: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be ${issue.values.join(" or ")}`;
  if (issue.code !== "invalid_type") return undefined;
  return issue.input === undefined ? "is missing" : `must be a ${issue.expected === "int" ? "whole " : ""}number`;
};

/**
 * Empty settings count as missing.
 * @throws Error with one line per invalid setting: its name, never its value
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = envSchema.safeParse(given, { error: explain });
  const lines = parsed.success
    ? [...incomplete(parsed.data), ...missingInProduction(parsed.data)]
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (parsed.success && lines.length === 0) return secured(parsed.data);
  throw new Error(`These settings are missing or wrong:\n${lines.join("\n")}`);
}

/** With one of them missing, mail or texts would be lost, or people could pay without getting a plan. */
const TOGETHER = [
  ["MAILGUN_API_KEY", "MAILGUN_DOMAIN"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["LEMON_SQUEEZY_API_KEY", "LEMON_SQUEEZY_STORE_ID", "LEMON_SQUEEZY_VARIANTS", "LEMON_SQUEEZY_WEBHOOK_SECRET"],
] as const;

function incomplete(settings: Env): string[] {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !settings[name]);
    const given = names.filter((name) => settings[name]);
    return given.length === 0 ? [] : missing.map((name) => `${name}: must be set together with ${given.join(", ")}`);
  });
}

/** What production needs, except in a demo. */
function missingInProduction(settings: Env): string[] {
  if (settings.NODE_ENV !== "production" || settings.AMBERKEEP_DEMO) return [];
  const { SMTP_URL, MAILGUN_API_KEY, MAIL_FROM, LEMON_SQUEEZY_TEST_MODE, SMS_IN_FOLDER } = settings;
  const lines: string[] = [];
  // Letters in a folder would count as delivered.
  if (!SMTP_URL && !MAILGUN_API_KEY)
    lines.push(
      "SMTP_URL: production needs SMTP_URL or MAILGUN_API_KEY and MAILGUN_DOMAIN, or AMBERKEEP_DEMO=1 to write mail to a folder",
    );
  // Mail servers refuse senders that no one can reply to.
  else if (/@(.*\.)?localhost>?$/.test(MAIL_FROM))
    lines.push("MAIL_FROM: production needs a sender whose domain exists, like Amberkeep <letters@amberkeep.example>");
  // Anyone could get a plan with a test card.
  if (LEMON_SQUEEZY_TEST_MODE)
    lines.push("LEMON_SQUEEZY_TEST_MODE: production takes no test orders, except with AMBERKEEP_DEMO=1");
  if (SMS_IN_FOLDER)
    lines.push("SMS_IN_FOLDER: texts in a folder reach no one, so production needs AMBERKEEP_DEMO=1 for it");
  return lines;
}

function settingsOrExit(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

export const env = settingsOrExit();

// React chooses its build by it, and is loaded later.
process.env.NODE_ENV ??= env.NODE_ENV;
