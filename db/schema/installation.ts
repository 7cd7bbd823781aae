import { bigint, index, int, mysqlTable, smallint, varchar } from "drizzle-orm/mysql-core";
import { digest, instant } from "./columns";

export const installationFacts = mysqlTable("installation_facts", {
  name: varchar("name", { length: 40 }).primaryKey(),
  value: varchar("value", { length: 200 }).notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** The keys of VAULT_MASTER_KEYS that this database was written with. */
export const masterKeys = mysqlTable("master_keys", {
  keyId: smallint("key_id").primaryKey(),
  /** Derived from the key, which it does not reveal. */
  checkValue: digest("check_value").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const workerHeartbeats = mysqlTable("worker_heartbeats", {
  workerId: varchar("worker_id", { length: 64 }).primaryKey(),
  /** Under which graphile-worker locks its jobs. */
  poolId: varchar("pool_id", { length: 64 }),
  /** Where the worker's session lock is held. */
  server: varchar("server", { length: 200 }).notNull(),
  startedAt: instant("started_at").notNull(),
  beatAt: instant("beat_at").notNull(),
});

/** As rate-limiter-flexible's MySQL store expects it. */
export const rateLimits = mysqlTable(
  "rate_limits",
  {
    key: varchar("key", { length: 255 }).primaryKey(),
    points: int("points").notNull().default(0),
    expire: bigint("expire", { mode: "number", unsigned: true }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);
