import { readMigrationFiles } from "drizzle-orm/migrator";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeEach, expect, it } from "vitest";
import { migrate } from "./migrate";

const FOLDER = "db/migrations";
const NAME = `amberkeep_test_migrate_${process.pid}`;
const url = new URL(process.env.TEST_DATABASE_URL ?? "");
url.pathname = `/${NAME}`;

async function query(sql: string) {
  const connection = await createConnection({
    uri: url.href.replace(`/${NAME}`, "/"),
    multipleStatements: true,
  });
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  await connection.end();
  return rows;
}

const tables = () =>
  query(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${NAME}' ORDER BY 1`);

beforeEach(async () => {
  await query(`DROP DATABASE IF EXISTS ${NAME}`);
  await query(`CREATE DATABASE ${NAME}`);
});
afterAll(() => query(`DROP DATABASE IF EXISTS ${NAME}`));

it("makes every table once, however often and from however many machines it is run", async () => {
  await Promise.all([migrate(url.href, FOLDER), migrate(url.href, FOLDER)]);
  const made = await tables();
  await migrate(url.href, FOLDER);
  expect(await tables()).toEqual(made);
  expect(made.map(({ name }) => name)).toContain("memories");
});

it("goes on where a run was cut off, also between a statement and its note", async () => {
  const [migration] = readMigrationFiles({ migrationsFolder: FOLDER });
  const statements = migration?.sql ?? [];
  await migrate(url.href, FOLDER);
  const whole = await tables();
  for (const cutOffAt of [0, 1, 5, statements.length - 2]) {
    await query(`DROP DATABASE ${NAME}; CREATE DATABASE ${NAME}`);
    const connection = await createConnection(url.href);
    await connection.query("ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    await connection.query(
      "CREATE TABLE schema_migrations (created_at BIGINT PRIMARY KEY, statements_done INT NOT NULL)",
    );
    await connection.query("INSERT INTO schema_migrations VALUES (?, ?)", [migration?.folderMillis, cutOffAt]);
    for (const statement of statements.slice(0, cutOffAt + 1)) await connection.query(statement);
    await connection.end();
    await migrate(url.href, FOLDER);
    expect(await tables()).toEqual(whole);
  }
}, 120_000);
