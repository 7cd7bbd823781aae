import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { Databases } from "./databases.ts";

/** Creates a database of this name on both servers. One that an earlier run has left there is dropped first. */
export async function createEmptyDatabases(
  name: string,
  { mysqlUrl, postgresUrl }: Pick<Databases, "mysqlUrl" | "postgresUrl">,
) {
  const inMysql = async (statement: string) => {
    const mysql = await createConnection(mysqlUrl);
    await mysql.query(statement);
    await mysql.end();
  };
  const inPostgres = async (statement: string) => {
    const postgres = new pg.Client(postgresUrl);
    await postgres.connect();
    await postgres.query(statement);
    await postgres.end();
  };
  const drop = async () => {
    await inMysql(`DROP DATABASE IF EXISTS ${name}`);
    await inPostgres(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  await drop();
  await inMysql(`CREATE DATABASE ${name}`);
  await inPostgres(`CREATE DATABASE ${name}`);
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { urls: { mysql: named(mysqlUrl), postgres: named(postgresUrl) }, drop };
}
