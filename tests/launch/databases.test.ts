import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { findMysql } from "../../scripts/launch/mysql-binaries.ts";
import { findProcesses, parentAndCommand } from "../../scripts/launch/process-identity.mjs";
import { root } from "../../scripts/launch/project.ts";
import { type Launched, launch, newHome, processesOf, waitFor } from "./launch.ts";

const hasServer = (await findMysql()) !== undefined;
/** Shared, as initialising it takes most of the time. */
const shared = mkdtempSync(join(tmpdir(), "amberkeep launch-"));
// The account of Postgres must be able to pass through.
chmodSync(shared, 0o711);
afterAll(() => rmSync(shared, { recursive: true, force: true }));
let home: string;
let running: Launched[];

beforeEach(() => {
  home = join(shared, "home");
  running = [];
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM");
    await ended;
  }
  await waitFor("everything to stop", () => processesOf(home).length === 0);
});

function start(): Launched {
  const launched = launch("tests/launch/start-databases.ts", [home]);
  running.push(launched);
  return launched;
}

async function query(url: string, sql: string): Promise<unknown> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

describe.skipIf(!hasServer)("our own databases", () => {
  test("keep their data and ports over a restart", async () => {
    const first = start();
    const { mysqlUrl, postgresUrl } = await first.ready;
    await query(mysqlUrl, "CREATE TABLE letters (words TEXT)");
    await query(mysqlUrl, "INSERT INTO letters VALUES ('à bientôt 🌻')");
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(processesOf(home)).toEqual([]);

    const again = await start().ready;
    expect(again).toMatchObject({ mysqlUrl, postgresUrl });
    expect(await query(mysqlUrl, "SELECT words FROM letters")).toEqual([{ words: "à bientôt 🌻" }]);
    const client = new pg.Client(postgresUrl);
    await client.connect();
    const { rows } = await client.query("SHOW fsync");
    await client.end();
    expect(rows).toEqual([{ fsync: "on" }]);
  });

  test("leave the temporary tables of other servers alone", async () => {
    const otherTable = join(tmpdir(), `#sql-temptable-${process.pid}-1-0.MAI`);
    writeFileSync(otherTable, "");
    onTestFinished(() => rmSync(otherTable, { force: true }));
    await start().ready;
    expect(existsSync(otherTable)).toBe(true);
  });

  test("accept only the right password, and root not at all over TCP", async () => {
    const { mysqlUrl, postgresUrl } = await start().ready;
    for (const [user, password] of Object.entries({ root: "", amberkeep: "" })) {
      const url = Object.assign(new URL(mysqlUrl), { username: user, password });
      await expect(query(url.href, "SELECT 1")).rejects.toThrow(/denied/i);
    }
    const withPassword = { username: "root", password: secrets().mysqlRootPassword };
    await expect(query(Object.assign(new URL(mysqlUrl), withPassword).href, "SELECT 1")).rejects.toThrow(
      /denied|not allowed/i,
    );
    const noPassword = Object.assign(new URL(postgresUrl), { password: "wrong" });
    await expect(new pg.Client(noPassword.href).connect()).rejects.toMatchObject({ code: "28P01" });
  });

  test("show no password on the terminal, on a command line or to another account", async () => {
    const launched = start();
    await launched.ready;
    const printed = launched.output().replace(/^READY .*$/m, "");
    const commandLines = processesOf(home).map(({ pid }) => parentAndCommand(pid).command);
    expect(commandLines.length).toBeGreaterThanOrEqual(3);
    for (const secret of Object.values(secrets())) expect(`${printed}${commandLines.join("\n")}`).not.toContain(secret);
    expect(statSync(join(home, "secrets.json")).mode & 0o077).toBe(0);
    expect(existsSync(join(home, "run", "mysql-setup.sql"))).toBe(false);
  });

  test("are stopped by the watchdog when the launcher is killed", async () => {
    const launched = start();
    const { app } = await launched.ready;
    expect(processesOf(home).map(({ pid }) => pid)).toContain(app);
    launched.child.kill("SIGKILL");
    await waitFor("the watchdog to stop everything", () => processesOf(home).length === 0);
    await start().ready;
  });

  test("stop their orphans and start when launcher and watchdog were killed", async () => {
    const launched = start();
    const { mysqlUrl } = await launched.ready;
    await query(mysqlUrl, "CREATE TABLE drafts (words TEXT)");
    const orphans = processesOf(home).map(({ pid }) => pid);
    killWithWatchdog(launched);
    expect(processesOf(home).map(({ pid }) => pid)).toEqual(orphans);

    const again = await start().ready;
    expect(again.mysqlUrl).toBe(mysqlUrl);
    expect(await query(mysqlUrl, "SELECT * FROM drafts")).toEqual([]);
    expect(processesOf(home).filter(({ pid }) => orphans.includes(pid))).toEqual([]);
  });

  test("start when another process has reused the pid in Postgres' pid file", async () => {
    const first = start();
    await first.ready;
    const data = join(home, "postgres");
    const pidFile = readFileSync(join(data, "postmaster.pid"), "utf8");
    first.child.kill("SIGTERM");
    await first.ended;

    // Postgres checks only processes of its own account.
    const { uid, gid } = statSync(data);
    const other = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
    writeFileSync(join(data, "postmaster.pid"), pidFile.replace(/^\d+/, String(other.pid)));
    await start().ready;
    expect(other.kill()).toBe(true);
  });

  test("set damaged data of Postgres aside, and say so in its log", async () => {
    const first = start();
    await first.ready;
    first.child.kill("SIGTERM");
    await first.ended;
    writeFileSync(join(home, "postgres", "global", "pg_control"), "damaged");

    const { mysqlUrl, postgresUrl } = await start().ready;
    expect(await query(mysqlUrl, "SELECT 1 AS works")).toEqual([{ works: 1 }]);
    const client = new pg.Client(postgresUrl);
    await client.connect();
    await client.end();
    const aside = join(home, "postgres.damaged");
    expect(readFileSync(join(aside, "global", "pg_control"), "utf8")).toBe("damaged");
    expect(readFileSync(join(home, "log", "postgres.log"), "utf8")).toContain(aside);
  });

  test("are initialised again when the launcher was killed while initialising them", async () => {
    home = newHome();
    const launched = start();
    const hasDraft = () => existsSync(home) && readdirSync(home).some((name) => name.includes(".new-"));
    await waitFor("an initialisation", hasDraft);
    killWithWatchdog(launched);
    mkdirSync(join(home, "mysql.new-left"), { recursive: true });
    writeFileSync(join(home, "mysql.new-left", "ibdata1"), "half of it");

    const { mysqlUrl } = await start().ready;
    expect(await query(mysqlUrl, "SELECT 1 AS works")).toEqual([{ works: 1 }]);
    expect(readdirSync(home).filter((name) => name.includes(".new-"))).toEqual([]);
  });
});

/** Kills the launcher and its watchdog at once, so that neither can clean up. */
function killWithWatchdog({ child }: Launched): void {
  const pid = child.pid ?? 0;
  for (const watchdog of findProcesses(watchdogPath).filter((one) => parentAndCommand(one.pid).parent === pid)) {
    process.kill(watchdog.pid, "SIGKILL");
  }
  child.kill("SIGKILL");
}

const secrets = (): Record<string, string> => JSON.parse(readFileSync(join(home, "secrets.json"), "utf8"));
const watchdogPath = join(root, "scripts", "launch", "watchdog.ts");
