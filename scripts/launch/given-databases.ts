import { createConnection } from "mysql2/promise";
import pg from "pg";
import { withTls } from "../../app/tls.ts";
import { addSecret, LaunchError, redact } from "./launch-error.ts";

type Setting = `${"TEST_" | ""}${"WORKER_" | ""}DATABASE_URL`;

const TIMEOUT_MS = 8_000;

/** @throws LaunchError with one sentence, without the password */
export async function checkMysql(setting: Setting, value: string): Promise<undefined> {
  const url = parse(setting, value, ["mysql:", "mariadb:"], "mysql://user:password@host:3306/database");
  return check(setting, url, async () => {
    const given = url.href.replace(/^mariadb:/, "mysql:");
    const uri = withTls("mysql", given, process.env.DATABASE_WITHOUT_TLS === "1");
    const connection = await createConnection({ uri, connectTimeout: TIMEOUT_MS });
    await connection.end();
  });
}

/**
 * For the worker's queue.
 * @throws LaunchError with one sentence, without the password
 */
export async function checkPostgres(setting: Setting, value: string): Promise<undefined> {
  const example = "postgres://user:password@host:5432/database";
  const url = parse(setting, value, ["postgres:", "postgresql:"], example);
  return check(setting, url, async () => {
    const connectionString = withTls("postgres", url.href, process.env.WORKER_DATABASE_WITHOUT_TLS === "1");
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
    client.on("error", () => {});
    await client.connect();
    await client.end();
  });
}

function parse(setting: Setting, value: string, protocols: string[], example: string): URL {
  const url = URL.parse(value);
  if (!url || !protocols.includes(url.protocol)) {
    throw new LaunchError(`${setting} is not a database address: it must look like ${example}.`);
  }
  addSecret(url.password);
  try {
    addSecret(decodeURIComponent(url.password));
  } catch {
    throw new LaunchError(`${setting} is not a database address: a % in its password must be written as %25.`);
  }
  return url;
}

async function check(setting: Setting, url: URL, connect: () => Promise<void>): Promise<undefined> {
  try {
    await connect();
  } catch (error) {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    const reason = reasons[code] ?? redact(message || code);
    throw new LaunchError(`${setting} cannot be used: ${reason} (${url.host}${url.pathname}).`);
  }
}

const noServer = "no server answers at its address";
const unknownHost = "its host cannot be found";
const wrongLogin = "the server does not accept its user name and password";
const noDatabase = "the server has no such database, or its user may not use it";

/** Node's network codes, MySQL's error names and Postgres' SQLSTATEs. */
const reasons: Record<string, string> = {
  ECONNREFUSED: noServer,
  ETIMEDOUT: noServer,
  EHOSTUNREACH: noServer,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ER_ACCESS_DENIED_ERROR: wrongLogin,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: wrongLogin,
  ER_DBACCESS_DENIED_ERROR: noDatabase,
  ER_BAD_DB_ERROR: noDatabase,
  "28P01": wrongLogin,
  "28000": "the server does not let its user in, perhaps only with TLS or from another address",
  "3D000": noDatabase,
  "42501": noDatabase,
};
