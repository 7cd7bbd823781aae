import { databaseErrorNumber } from "~/services/db.server";

/** Error numbers of MySQL, and MariaDB's own for checks (spec, section 8). */
const SENTENCES: Record<number, string> = {
  1062: "A memory with this title already exists",
  1048: "Missing required information",
  3819: "Invalid memory type or data format",
  4025: "Invalid memory type or data format",
};

/**
 * The sentence for an error reported by the database; undefined for other errors. Never quotes the database.
 * @param reference finds the error in the log
 */
export function describeFailure(error: unknown, reference: string): { sentence: string; isKnown: boolean } | undefined {
  const number = databaseErrorNumber(error);
  if (number === undefined) return undefined;
  const known = SENTENCES[number];
  return { sentence: known ?? `Database error: ${reference}`, isKnown: known !== undefined };
}
