const SLICED = /^\s*--\s*in slices\s*$/im;

/** A change of data that is repeated until it changes no more rows. It starts with the comment `-- in slices`. */
export function isSliced(statement: string): boolean {
  return SLICED.test(statement);
}

const LIMIT = /\bLIMIT\s+(\d+)/i;

export const limitOf = (slice: string) => Number(LIMIT.exec(slice)?.[1]);
export const withLimit = (slice: string, rows: number) => slice.replace(LIMIT, `LIMIT ${rows}`);

const TABLE_CREATED = /^\s*CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)`?/i;
const TABLE_CHANGED = /^\s*(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX \S+ ON|DROP INDEX \S+ ON)\s+`?(\w+)`?/i;
const ROWS_CHANGED = /^\s*(?:UPDATE|DELETE|INSERT|REPLACE)\b/i;
const withoutComments = (statement: string) => statement.replace(/^\s*--.*$/gm, "");

/**
 * Changes of tables that exist have to name their algorithm, or MySQL may silently copy a table and block writes for
 * hours; changes of data have to come in slices, or they lock a million rows.
 * @throws Error that names the statement
 */
export function checkOnline(statements: string[]): void {
  const plain = statements.map(withoutComments);
  const created = new Set(plain.flatMap((statement) => TABLE_CREATED.exec(statement)?.[1] ?? []));
  for (const [index, statement] of plain.entries()) {
    const table = TABLE_CHANGED.exec(statement)?.[1];
    const isNew = table !== undefined && created.has(table);
    if (table && !isNew && !/\bALGORITHM\s*=\s*(INSTANT|INPLACE|NOCOPY)\b/i.test(statement)) {
      throw new Error(`Add ALGORITHM=INSTANT or ALGORITHM=INPLACE to this migration: ${statement.trim()}`);
    }
    const isInSlices = isSliced(statements[index] ?? "") && LIMIT.test(statement);
    if (ROWS_CHANGED.test(statement) && !isInSlices) {
      throw new Error(`Change data in slices, with "-- in slices" and a LIMIT: ${statement.trim()}`);
    }
  }
}
