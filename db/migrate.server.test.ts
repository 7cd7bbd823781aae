import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { onOneServer } from "../tests/factories/cluster";
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

/** On a cluster, the other servers follow a moment later. */
async function createDatabase(): Promise<void> {
  await query(`DROP DATABASE IF EXISTS ${NAME}; CREATE DATABASE ${NAME}`);
  const connect = async () => (await createConnection(url.href)).end().then(() => "connected");
  for (let server = 0; server < 3; server += 1) await expect.poll(() => connect().catch(() => "")).toBe("connected");
}

const tables = () =>
  query(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${NAME}' ORDER BY 1`);

beforeEach(createDatabase);
afterAll(() => query(`DROP DATABASE IF EXISTS ${NAME}`));

it("makes every table once, however often and from however many machines it is run", async () => {
  await Promise.all([migrate(url.href, FOLDER), migrate(url.href, FOLDER)]);
  const made = await tables();
  await migrate(url.href, FOLDER);
  expect(await tables()).toEqual(made);
  expect(made.map(({ name }) => name)).toContain("memories");
});

it("resumes an interrupted run, even between a statement and its record", async () => {
  const [migration] = readMigrationFiles({ migrationsFolder: FOLDER });
  const statements = migration?.sql ?? [];
  await migrate(url.href, FOLDER);
  const whole = await tables();
  const firstForeignKey = statements.findIndex((statement) => statement.includes("FOREIGN KEY"));
  for (const cutOffAt of [0, 1, 5, firstForeignKey, statements.length - 2]) {
    await createDatabase();
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

/** Migrations in a folder of their own, as drizzle-kit writes them. */
async function writeMigrations(...migrations: string[][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "meta"));
  const entries = migrations.map((_, idx) => ({
    idx,
    version: "5",
    when: idx + 1,
    tag: `000${idx}_x`,
    breakpoints: true,
  }));
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "mysql", entries }));
  for (const [index, statements] of migrations.entries())
    await writeFile(join(folder, `000${index}_x.sql`), statements.join("--> statement-breakpoint\n"));
  return folder;
}

const FIRST = ["CREATE TABLE notes (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(20))"];

// A cluster aborts the transactions that use the table instead.
onOneServer("waits for users of a table, and lets others use it meanwhile", async () => {
  await migrate(url.href, await writeMigrations(FIRST));
  const [reader, other] = [await createConnection(url.href), await createConnection(url.href)];
  await reader.query("BEGIN");
  await reader.query("SELECT * FROM notes");
  const later = ["ALTER TABLE notes ADD more VARCHAR(20), ALGORITHM=INSTANT"];
  const migration = migrate(url.href, await writeMigrations(FIRST, later));
  const isWaiting = async () => {
    const rows = await query("SELECT info FROM information_schema.processlist WHERE state LIKE 'Waiting for table%'");
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  // Queues behind the waiting statement, until that gives way.
  await other.query("INSERT INTO notes (text) VALUES ('in between')");
  expect((await query(`SHOW COLUMNS FROM ${NAME}.notes`)).map(({ Field }) => Field)).not.toContain("more");
  await reader.query("COMMIT");
  await migration;
  expect((await query(`SHOW COLUMNS FROM ${NAME}.notes`)).map(({ Field }) => Field)).toContain("more");
  await reader.end();
  await other.end();
});

it("changes data in slices, and resumes an interrupted run", async () => {
  await migrate(url.href, await writeMigrations(FIRST));
  await query(`INSERT INTO ${NAME}.notes (text) SELECT NULL FROM information_schema.collations LIMIT 250`);
  await query(`UPDATE ${NAME}.notes SET text = 'done' WHERE id <= 30`);
  const slices = ["-- in slices\nUPDATE notes SET text = 'done' WHERE text IS NULL LIMIT 20"];
  await migrate(url.href, await writeMigrations(FIRST, slices));
  expect(await query(`SELECT COUNT(*) AS open FROM ${NAME}.notes WHERE text IS NULL`)).toEqual([{ open: 0 }]);
});

it("makes slices smaller while they take long, down to a tenth", async () => {
  const made = [...FIRST, "ALTER TABLE notes ADD changed_at DATETIME(6)"];
  await migrate(url.href, await writeMigrations(made));
  await query(`INSERT INTO ${NAME}.notes (text) SELECT NULL FROM information_schema.collations LIMIT 87`);
  // NOW() is the time at which a statement began.
  const slices = [
    "-- in slices\nUPDATE notes SET text = SLEEP(0.051), changed_at = NOW(6) WHERE text IS NULL LIMIT 40",
  ];
  await migrate(url.href, await writeMigrations(made, slices));
  const sizes = await query(`SELECT COUNT(*) AS size FROM ${NAME}.notes GROUP BY changed_at ORDER BY changed_at`);
  expect(sizes.map(({ size }) => size)).toEqual([40, 20, 10, 5, 4, 4, 4]);
});

// On a cluster, the user's transaction would be rolled back instead.
onOneServer("repeats a slice that was rolled back to end a deadlock", async () => {
  const made = [...FIRST, "CREATE TABLE others (id INT PRIMARY KEY)"];
  await migrate(url.href, await writeMigrations(made));
  await query(`INSERT INTO ${NAME}.notes (text) SELECT NULL FROM information_schema.collations LIMIT 20`);
  const ids = (await query(`SELECT id FROM ${NAME}.notes ORDER BY id`)).map(({ id }) => id);
  const user = await createConnection(url.href);
  onTestFinished(() => user.destroy());
  const use = (id: number) => user.query("UPDATE notes SET text = 'used' WHERE id = ?", [id]);
  await user.query("BEGIN");
  // What has changed less is rolled back.
  await user.query("INSERT INTO others SELECT id FROM information_schema.collations WHERE id > 0 GROUP BY id");
  await use(ids.at(-1));
  const slices = ["-- in slices\nUPDATE notes SET text = 'done' WHERE text IS NULL LIMIT 20"];
  const migration = migrate(url.href, await writeMigrations(made, slices));
  const isWaiting = async () =>
    (await query("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")).length > 0;
  // MariaDB refreshes this table only after a tenth of a second without a read.
  await expect.poll(isWaiting, { interval: 300 }).toBe(true);
  await use(ids[0]);
  await user.query("COMMIT");
  await migration;
  const texts = await query(`SELECT text, COUNT(*) AS count FROM ${NAME}.notes GROUP BY text ORDER BY text`);
  expect(texts).toEqual([
    { text: "done", count: 18 },
    { text: "used", count: 2 },
  ]);
});

it("refuses a migration that would lock a table, before it runs any", async () => {
  const folder = await writeMigrations(FIRST, ["ALTER TABLE notes ADD more VARCHAR(20)"]);
  await expect(migrate(url.href, folder)).rejects.toThrow("ALGORITHM");
  expect((await tables()).map(({ name }) => name)).not.toContain("notes");
});

it("takes over from a run that was killed, however long its lease lasts", async () => {
  await migrate(url.href, await writeMigrations(FIRST));
  // Longer than a connection may be silent.
  await query(`INSERT INTO ${NAME}.leases VALUES ('migration', 'killed', UTC_TIMESTAMP(3) + INTERVAL 23 SECOND)`);
  await migrate(url.href, await writeMigrations(FIRST, ["CREATE TABLE more (id INT PRIMARY KEY)"]));
  expect((await tables()).map(({ name }) => name)).toContain("more");
});
