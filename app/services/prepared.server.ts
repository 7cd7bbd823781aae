import type { Pool } from "mysql2/promise";
import { pool } from "./db.server";

/** What Drizzle's prepared queries of mysql2 consist of. */
type Prepared = { client: Pick<Pool, "query">; params: unknown[]; query: { sql: string }; rawQuery: { sql: string } };

/**
 * As Drizzle's `prepare()`, but the server parses the query once for each connection instead of at every call: for long
 * queries of the busiest pages. Not for queries within transactions.
 */
export function prepareOnServer<Query>(query: { prepare: () => Query }): Query {
  const prepared = query.prepare() as unknown as Prepared;
  const { sql, params } = inlineIntegers(prepared.query.sql, prepared.params);
  const execute: Pool["execute"] = pool.promise().execute.bind(pool.promise());
  prepared.params = params;
  prepared.query.sql = sql;
  prepared.rawQuery.sql = sql;
  prepared.client = {
    query: ((options: object, values: never[]) =>
      execute({ ...options, sql, typeCast: true, dateStrings: true } as never, values)) as Pool["query"],
  };
  return prepared as Query;
}

/** Returns a function that prepares the query of a shape, a JSON value, at its first use. */
export function prepareByShape<Shape, Query>(
  build: (shape: Shape) => { prepare: () => Query },
): (shape: Shape) => Query {
  const prepared = new Map<string, Query>();
  return (shape) => {
    const name = JSON.stringify(shape);
    const query = prepared.get(name) ?? prepareOnServer(build(shape));
    prepared.set(name, query);
    return query;
  };
}

/** The driver sends numbers as DOUBLE, which MySQL refuses in LIMIT. Drizzle writes all values as parameters. */
function inlineIntegers(sql: string, params: unknown[]): { sql: string; params: unknown[] } {
  const texts = sql.split("?");
  if (texts.length !== params.length + 1) throw new Error("A prepared query has a question mark in its text.");
  const isInlined = (param: unknown): param is number => typeof param === "number" && Number.isSafeInteger(param);
  const inlined = texts.map((text, index) => {
    if (index === params.length) return text;
    const param = params[index];
    return text + (isInlined(param) ? String(param) : "?");
  });
  return { sql: inlined.join(""), params: params.filter((param) => !isInlined(param)) };
}
