import { createConnection } from "mysql2/promise";
import pg from "pg";
import { keepSecret, Refusal, withoutSecrets } from "./refusal.ts";

type Setting = "DATABASE_URL" | "WORKER_DATABASE_URL" | "TEST_DATABASE_URL" | "TEST_WORKER_DATABASE_URL";

const patience = 8_000;

/**
 * Checks that the server a setting names can be used.
 * @throws Refusal with one sentence that says what is wrong, and never the password.
 */
export function checkMysql(setting: Setting, value: string): Promise<void> {
  const { url, where } = parse(setting, value, ["mysql:", "mariadb:"], "mysql://user:password@host:3306/database");
  return check(setting, where, async () => {
    const uri = url.href.replace(/^mariadb:/, "mysql:");
    const connection = await createConnection({ uri, connectTimeout: patience });
    await connection.end();
  });
}

/** As `checkMysql`, for the Postgres that holds the worker's queue. */
export function checkPostgres(setting: Setting, value: string): Promise<void> {
  const { url, where } = parse(
    setting,
    value,
    ["postgres:", "postgresql:"],
    "postgres://user:password@host:5432/database",
  );
  return check(setting, where, async () => {
    const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: patience });
    client.on("error", () => {});
    await client.connect();
    await client.end();
  });
}

function parse(setting: Setting, value: string, protocols: string[], example: string) {
  let url: URL | undefined;
  try {
    url = new URL(value);
  } catch {
    // Told below, together with addresses of another kind.
  }
  if (!url || !protocols.includes(url.protocol))
    throw new Refusal(`${setting} is not a database address: it must look like ${example}.`);
  keepSecret(decodeURIComponent(url.password));
  keepSecret(url.password);
  return { url, where: `${url.host}${url.pathname}` };
}

async function check(setting: Setting, where: string, connect: () => Promise<void>): Promise<void> {
  try {
    await connect();
  } catch (error) {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    throw new Refusal(`${setting} cannot be used: ${reasons[code] ?? withoutSecrets(message || code)} (${where}).`);
  }
}

const noServer = "no server answers at its address";
const wrongLogin = "the server does not accept its user name and password";
const noDatabase = "the server has no such database, or its user may not use it";

/** What the drivers and the servers answer: Node's network codes, MySQL's error names, Postgres' SQLSTATEs. */
const reasons: Record<string, string> = {
  ECONNREFUSED: noServer,
  ENOTFOUND: "its host cannot be found",
  EAI_AGAIN: "its host cannot be found",
  ETIMEDOUT: noServer,
  EHOSTUNREACH: noServer,
  ER_ACCESS_DENIED_ERROR: wrongLogin,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: wrongLogin,
  ER_DBACCESS_DENIED_ERROR: noDatabase,
  ER_BAD_DB_ERROR: noDatabase,
  "28P01": wrongLogin,
  "28000": wrongLogin,
  "3D000": noDatabase,
  "42501": noDatabase,
};
