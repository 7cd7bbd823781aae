/**
 * Ends the process with a sentence for failures that an operator can remedy; `others` has more of them by their codes.
 * @throws the error, if it is none of them
 */
export function exitWithSentence(error: unknown, others: Record<string, string> = {}): never {
  const cause = causeOf(error);
  const sentence = sentenceOf(cause) ?? others[(cause as NodeJS.ErrnoException).code ?? ""];
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}

/** Failed queries and lookups contain the error of the connection. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined;
  return inner === undefined ? error : causeOf(inner);
}

const noMysql = "DATABASE_URL cannot be used: MySQL";
const noPostgres = "WORKER_DATABASE_URL cannot be used: Postgres";

/** MySQL's error names and Postgres' SQLSTATEs. */
const refusals: Record<string, string> = {
  ER_ACCESS_DENIED_ERROR: `${noMysql} does not accept its user name and password.`,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: `${noMysql} does not accept its user name and password.`,
  ER_DBACCESS_DENIED_ERROR: `${noMysql} has no such database, or its user may not use it.`,
  ER_BAD_DB_ERROR: `${noMysql} has no such database. Create it first.`,
  ER_NO_DB_ERROR: `${noMysql} needs the name of a database at its end.`,
  ER_TABLEACCESS_DENIED_ERROR: `${noMysql} does not let its user change tables. Grant it all rights on its database.`,
  HANDSHAKE_NO_SSL_SUPPORT: `${noMysql} offers no TLS. In a private network, DATABASE_WITHOUT_TLS=1 does without it.`,
  "28P01": `${noPostgres} does not accept its user name and password.`,
  "28000": `${noPostgres} does not let its user in, perhaps only with TLS or from another address.`,
  "3D000": `${noPostgres} has no such database. Create it first.`,
  "42501": `${noPostgres} does not let its user create tables. Make it the owner of its database.`,
};

function sentenceOf(error: unknown): string | undefined {
  const { name, code, message, path, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (name === "WrongMasterKeys" || (name === "MediaUnavailable" && message)) return message;
  if (code && refusals[code]) return refusals[code];
  // Errors of the Postgres driver that have no code.
  if (message === "The server does not support SSL connections")
    return `${noPostgres} offers no TLS. In a private network, WORKER_DATABASE_WITHOUT_TLS=1 does without it.`;
  if (code === "HANDSHAKE_SSL_ERROR" || /CERT|UNABLE_TO_/.test(code ?? ""))
    return `${code === "HANDSHAKE_SSL_ERROR" ? noMysql : noPostgres} has no valid certificate: ${message}. NODE_EXTRA_CA_CERTS can name the file of your own certificate authority.`;
  if (code === "EISDIR") return "This is a folder, and the command takes a file.";
  if (code === "ENOENT" && path) return `There is no file ${path}.`;
  if (code === "ENOTFOUND") return `No database can be found at ${hostname}.`;
  if (code !== "ECONNREFUSED" && code !== "ETIMEDOUT" && code !== "EHOSTUNREACH") return undefined;
  const at = address ? ` at ${address}:${port}` : "";
  return `No database answers${at}. Start it first, or a whole installation with “npm start”.`;
}
