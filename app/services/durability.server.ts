import { sql } from "drizzle-orm";
import { db } from "./db.server";

const SETTINGS = [
  "innodb_flush_log_at_trx_commit",
  "innodb_doublewrite",
  "log_bin",
  "sync_binlog",
  "wsrep_on",
] as const;

/**
 * Returns the MySQL settings with which a power failure can undo confirmed writes, such as the record of a sent mail.
 */
export async function findWeakSettings(): Promise<string[]> {
  const [rows] = (await db.execute(
    sql`SHOW GLOBAL VARIABLES WHERE Variable_name IN (${sql.join(
      SETTINGS.map((name) => sql`${name}`),
      sql`, `,
    )})`,
  )) as unknown as [{ Variable_name: string; Value: string }[]];
  return weakSettingsIn(Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value.toUpperCase()])));
}

export function weakSettingsIn(settings: Partial<Record<string, string>>): string[] {
  // In a Galera cluster the other servers have the write, too.
  const isCluster = settings.wsrep_on === "ON";
  const isFlushed = settings.innodb_flush_log_at_trx_commit === "1" || isCluster;
  const isBinlogSynced = settings.log_bin !== "ON" || settings.sync_binlog === "1" || isCluster;
  return [
    ...(isFlushed ? [] : [`innodb_flush_log_at_trx_commit is ${settings.innodb_flush_log_at_trx_commit}, not 1`]),
    ...(isBinlogSynced ? [] : [`sync_binlog is ${settings.sync_binlog}, not 1`]),
    ...(settings.innodb_doublewrite === "OFF" ? ["innodb_doublewrite is OFF"] : []),
  ];
}
