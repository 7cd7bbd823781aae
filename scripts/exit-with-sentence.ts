/**
 * Ends the process with a sentence for failures that an operator can remedy.
 * @throws the error, if it is none of them
 */
export function exitWithSentence(error: unknown): never {
  const sentence = sentenceOf(causeOf(error));
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}

/** Failed queries and lookups contain the error of the connection. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined;
  return inner === undefined ? error : causeOf(inner);
}

function sentenceOf(error: unknown): string | undefined {
  const { name, code, message, path, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (name === "WrongMasterKeys" || code?.startsWith("ERR_PARSE_ARGS_")) return message;
  if (code?.startsWith("ER_ACCESS_DENIED_"))
    return "DATABASE_URL cannot be used: MySQL does not accept its user name and password.";
  if (code === "EISDIR") return "This is a folder, and the command takes a file.";
  if (code === "ENOENT" && path) return `There is no file ${path}.`;
  if (code === "28P01")
    return "WORKER_DATABASE_URL cannot be used: Postgres does not accept its user name and password.";
  if (code === "ENOTFOUND") return `No database can be found at ${hostname}.`;
  if (code !== "ECONNREFUSED") return undefined;
  return `No database answers at ${address}:${port}. Start it first, or a whole installation with “npm start”.`;
}
