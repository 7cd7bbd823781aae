import { Column, type DriverValueDecoder, is, SQL } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/mysql-core";
import type { Pool } from "mysql2/promise";
import { pool } from "./db.server";

/** What Drizzle's prepared queries of mysql2 consist of. */
type Prepared = {
  client: Pick<Pool, "query">;
  params: unknown[];
  query: { sql: string };
  rawQuery: { sql: string };
  fields: SelectedFieldsOrdered;
  customResultMapper?: (rows: unknown[][]) => unknown[];
};

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
  const mapper = flatMapper(prepared.fields);
  if (mapper) prepared.customResultMapper = mapper;
  return prepared as Query;
}

/** For rows without nested objects. Finds the decoders once; Drizzle does for every value. */
function flatMapper(fields: SelectedFieldsOrdered): ((rows: unknown[][]) => unknown[]) | undefined {
  const columns = fields.flatMap(({ path, field }) => {
    const [name] = path;
    const decoder = decoderOf(field);
    return path.length === 1 && name !== undefined && decoder ? [{ name, decoder }] : [];
  });
  if (columns.length < fields.length) return undefined;
  return (rows) =>
    rows.map((row) => {
      const result: Record<string, unknown> = {};
      columns.forEach(({ name, decoder }, index) => {
        const value = row[index];
        result[name] = value === null ? null : decoder.mapFromDriverValue(value);
      });
      return result;
    });
}

type Decoder = DriverValueDecoder<unknown, unknown>;

function decoderOf(field: SelectedFieldsOrdered[number]["field"]): Decoder | undefined {
  if (is(field, Column)) return field;
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  // Internal to Drizzle's types.
  return is(expression, SQL) ? (expression as unknown as { decoder: Decoder }).decoder : undefined;
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
