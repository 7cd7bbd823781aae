import { type AddressInfo, createServer, connect as createSocket } from "node:net";
import { eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, describe, expect, it } from "vitest";
import { databaseUrl } from "../tests/setup/servers";
import { closeWhenSilent, connect } from "./connect";
import { migrate } from "./migrate";
import { workerHeartbeats } from "./schema";

const url = process.env.DATABASE_URL ?? "";
const { pool, db } = connect(url, 2);
afterAll(() => pool.promise().end());

const selectAll = () => db.select().from(workerHeartbeats).where(sql`true`);
type Select = ReturnType<typeof selectAll>;

async function rows(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const [answer] = (await db.execute(query)) as unknown as [Record<string, unknown>[]];
  return answer;
}

describe("a connection", () => {
  it("is in UTC, strict mode and READ COMMITTED, whatever the server's settings", async () => {
    const [session] = await rows(sql`SELECT @@session.time_zone AS zone, @@session.sql_mode AS mode`);
    expect(session?.zone).toBe("+00:00");
    expect(session?.mode).toContain("STRICT_ALL_TABLES");
    // MySQL and MariaDB name it differently.
    const [isolation] = await rows(
      sql`SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')`,
    );
    expect(isolation?.Value).toBe("READ-COMMITTED");
  });

  it("is ended by the server when it is silent in a transaction, which frees its locks", async () => {
    const at = new Date("2030-01-01T00:00:00Z");
    await db.insert(workerHeartbeats).values({ workerId: "frozen", server: "here", startedAt: at, beatAt: at });
    const frozen = await pool.promise().getConnection();
    const [[timeout]] = await frozen.query<RowDataPacket[]>("SELECT @@session.wait_timeout AS seconds");
    expect(timeout?.seconds).toBe(20);
    // Shortened.
    await frozen.query("SET SESSION wait_timeout = 1");
    await frozen.beginTransaction();
    await frozen.query("UPDATE worker_heartbeats SET beat_at = NOW(3) WHERE worker_id = 'frozen'");
    await db.delete(workerHeartbeats).where(eq(workerHeartbeats.workerId, "frozen"));
    await expect(frozen.commit()).rejects.toThrow();
    frozen.destroy();
  });

  it("is given up when its server has vanished without closing it", async () => {
    let isCut = false;
    const { hostname, port } = new URL(url);
    const proxy = createServer((socket) => {
      const server = createSocket(Number(port || 3306), hostname);
      for (const end of [socket, server]) end.on("error", () => {});
      socket.on("data", (bytes) => isCut || server.write(bytes));
      server.on("data", (bytes) => isCut || socket.write(bytes));
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const throughProxy = new URL(url);
    throughProxy.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { pool: cut } = connect(throughProxy.href, 2);
    cut.on("connection", (connection) => closeWhenSilent(connection, 1_000));
    await cut.promise().query("SELECT 1");
    isCut = true;
    await expect(cut.promise().query("SELECT 2")).rejects.toThrow("the database sent nothing for 1000 ms");
    cut.end();
    proxy.close();
  });

  it("refuses values that do not fit instead of truncating them", async () => {
    await expect(
      db.execute(sql`INSERT INTO worker_heartbeats VALUES (${"x".repeat(65)}, NULL, 'here', NOW(3), NOW(3))`),
    ).rejects.toThrow();
  });

  it("keeps instants to the millisecond, decades ahead", async () => {
    const at = new Date("2101-12-31T23:59:59.987Z");
    await db.insert(workerHeartbeats).values({ workerId: "instant", server: "here", startedAt: at, beatAt: at });
    const [row] = await db.select().from(workerHeartbeats).where(eq(workerHeartbeats.workerId, "instant"));
    expect(row?.beatAt).toEqual(at);
    const [raw] = await rows(sql`SELECT CAST(beat_at AS CHAR) AS text FROM worker_heartbeats`);
    expect(raw?.text).toBe("2101-12-31 23:59:59.987");
  });

  it("writes a union of many selects flat, and keeps its order and limit", async () => {
    const at = new Date("2050-01-01T00:00:00Z");
    const ids = ["union-1", "union-2", "union-3"];
    for (const workerId of ids) {
      await db.insert(workerHeartbeats).values({ workerId, server: "here", startedAt: at, beatAt: at });
    }
    const [first, second, third] = ids.map((id) =>
      db.select().from(workerHeartbeats).where(eq(workerHeartbeats.workerId, id)),
    ) as [Select, Select, Select];
    const all = unionAll(first, second, third).orderBy(sql`worker_id DESC`).limit(2);
    expect(all.toSQL().sql.match(/\(+select/gi)).toEqual(["(select", "(select", "(select"]);
    expect((await all).map(({ workerId }) => workerId)).toEqual(["union-3", "union-2"]);
  });

  it("compares and keeps text exactly", async () => {
    const [row] = await rows(
      sql`SELECT ${"é"} = ${"e"} AS accent, ${"A"} = ${"a"} AS case_, ${"👩‍👩‍👧 مرحبا"} AS text`,
    );
    expect([Number(row?.accent), Number(row?.case_), row?.text]).toEqual([0, 0, "👩‍👩‍👧 مرحبا"]);
    const odd = await rows(
      sql`SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = DATABASE() AND collation_name IS NOT NULL AND collation_name <> 'utf8mb4_bin'
          AND table_name <> '__drizzle_migrations'`,
    );
    expect(odd).toEqual([]);
  });
});

describe("migrating", () => {
  it("may be done from several machines at once, and again", { timeout: 120_000 }, async () => {
    const fresh = databaseUrl("migrated_at_once");
    const name = new URL(fresh).pathname.slice(1);
    const admin = await createConnection(process.env.TEST_DATABASE_URL ?? "");
    await admin.query(`CREATE DATABASE ${name}`);
    try {
      await Promise.all(Array.from({ length: 4 }, () => migrate(fresh, "db/migrations")));
      await migrate(fresh, "db/migrations");
      const [tables] = await admin.query(
        "SELECT COUNT(*) AS count FROM information_schema.tables WHERE table_schema = ?",
        [name],
      );
      const [own] = await admin.query(
        "SELECT COUNT(*) AS count FROM information_schema.tables WHERE table_schema = ?",
        [new URL(url).pathname.slice(1)],
      );
      expect(tables).toEqual(own);
    } finally {
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    }
  });
});
