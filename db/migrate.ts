import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/mysql2/migrator";
import { connect } from "./connect";

/**
 * Brings the database at `url` up to the newest migration in `folder`. Safe to run from several machines at once.
 * @throws Error when another migration holds the lock for more than a minute.
 */
export async function migrate(url: string, folder: string): Promise<void> {
  const { pool, db } = connect(url, 1);
  try {
    const [[lock]] = (await db.execute(sql`SELECT GET_LOCK('amberkeep.migrate', 60) AS held`)) as unknown as [
      [{ held: number }],
    ];
    if (lock.held !== 1) throw new Error("Another migration is running; it did not finish within a minute.");
    // Addresses and titles must compare byte by byte: to the default collations é and e are one letter.
    await db.execute(sql.raw("ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"));
    await applyMigrations(db, { migrationsFolder: folder });
  } finally {
    await pool.promise().end();
  }
}
