import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { findMysql } from "../../scripts/launch/mysql-binaries.ts";
import { ancestry, findProcesses } from "../../scripts/launch/process-identity.mjs";
import { root } from "../../scripts/launch/project.ts";
import { type Launched, launch, newHome, processesOf, waitFor } from "./launching.ts";

const hasServer = (await findMysql()) !== undefined;
let home: string;
let running: Launched[];

beforeEach(() => {
  home = newHome();
  running = [];
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM");
    await ended;
  }
  await waitFor("everything to be stopped", () => processesOf(home).length === 0);
});

function start(): Launched {
  const launched = launch("tests/launch/launcher.ts", [home]);
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
  test("keep their data and their addresses over a stop and a start", async () => {
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

  test("leave alone the temporary tables of other servers of the machine", async () => {
    const ofAnother = join(tmpdir(), `#sql-temptable-${process.pid}-1-0.MAI`);
    writeFileSync(ofAnother, "");
    onTestFinished(() => rmSync(ofAnother, { force: true }));
    await start().ready;
    expect(existsSync(ofAnother)).toBe(true);
  });

  test("let in only who has the password, and root not at all by the network", async () => {
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

  test("never show a password: not on the terminal, not on a command line, not to another account", async () => {
    const launched = start();
    await launched.ready;
    const shown = launched.output().replace(/^READY .*$/m, "");
    const commandLines = processesOf(home).map(({ pid }) => ancestry(pid).command);
    expect(commandLines.length).toBeGreaterThanOrEqual(3);
    for (const secret of Object.values(secrets())) expect(`${shown}${commandLines.join("\n")}`).not.toContain(secret);
    expect(statSync(join(home, "secrets.json")).mode & 0o077).toBe(0);
    expect(existsSync(join(home, "run", "mysql-setup.sql"))).toBe(false);
  });

  test("are stopped by the guard when the launcher is killed", async () => {
    const launched = start();
    const { app } = await launched.ready;
    expect(processesOf(home).map(({ pid }) => pid)).toContain(app);
    launched.child.kill("SIGKILL");
    await waitFor("the guard to stop everything", () => processesOf(home).length === 0);
    await start().ready;
  });

  test("start over what launcher and guard have left running when both were killed", async () => {
    const launched = start();
    const { mysqlUrl } = await launched.ready;
    await query(mysqlUrl, "CREATE TABLE letters (words TEXT)");
    const left = processesOf(home).map(({ pid }) => pid);
    killWithGuard(launched);
    expect(processesOf(home).map(({ pid }) => pid)).toEqual(left);

    const again = await start().ready;
    expect(again.mysqlUrl).toBe(mysqlUrl);
    expect(await query(mysqlUrl, "SELECT * FROM letters")).toEqual([]);
    expect(processesOf(home).filter(({ pid }) => left.includes(pid))).toEqual([]);
  });

  test("start over a lock file of Postgres whose pid now belongs to somebody else", async () => {
    const first = start();
    await first.ready;
    const data = join(home, "postgres");
    const lock = readFileSync(join(data, "postmaster.pid"), "utf8");
    first.child.kill("SIGTERM");
    await first.ended;

    // Postgres minds only processes of its own account.
    const { uid, gid } = statSync(data);
    const somebody = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
    writeFileSync(join(data, "postmaster.pid"), lock.replace(/^\d+/, String(somebody.pid)));
    await start().ready;
    expect(somebody.kill()).toBe(true);
  });

  test("are made anew when the launcher was killed in the middle of making them", async () => {
    const launched = start();
    const half = () => existsSync(home) && readdirSync(home).some((name) => name.includes(".new-"));
    await waitFor("an initialisation to begin", half);
    killWithGuard(launched);
    mkdirSync(join(home, "mysql.new-left"), { recursive: true });
    writeFileSync(join(home, "mysql.new-left", "ibdata1"), "half of it");

    const { mysqlUrl } = await start().ready;
    expect(await query(mysqlUrl, "SELECT 1 AS works")).toEqual([{ works: 1 }]);
    expect(readdirSync(home).filter((name) => name.includes(".new-"))).toEqual([]);
  });
});

/** Kills the launcher and its guard at once, so that neither can purgeExpired up. */
function killWithGuard({ child }: Launched): void {
  const pid = child.pid ?? 0;
  for (const guard of findProcesses(guardPath).filter((one) => ancestry(one.pid).parent === pid)) {
    process.kill(guard.pid, "SIGKILL");
  }
  child.kill("SIGKILL");
}

const secrets = (): Record<string, string> => JSON.parse(readFileSync(join(home, "secrets.json"), "utf8"));
const guardPath = join(root, "scripts", "launch", "guard.ts");
