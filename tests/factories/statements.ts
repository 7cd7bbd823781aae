import { tracingChannel } from "node:diagnostics_channel";
import { sql } from "drizzle-orm";
import { format, type SqlValue } from "mysql2";
import { expect, vi } from "vitest";
import { db, pool } from "~/services/db.server";

type Sent = { query: string; values?: SqlValue[] };

/** Prepared statements are sent without their values. */
const CHANNELS: Record<string, (sent: Sent) => string> = {
  "mysql2:query": ({ query }) => query,
  "mysql2:execute": ({ query, values }) => format(query, values ?? []),
};

/**
 * Returns every statement that the driver sends while `work` runs, with its values, except those of a new connection.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const subscriptions = Object.entries(CHANNELS).map(([name, textOf]) => {
    const note = { start: (message: unknown) => void sent.push(textOf(message as Sent)) } as never;
    const channel = tracingChannel(name);
    channel.subscribe(note);
    return { channel, note };
  });
  try {
    await work();
  } finally {
    for (const { channel, note } of subscriptions) channel.unsubscribe(note);
  }
  return sent.filter((statement) => !/^SET (time_zone|SESSION) /.test(statement));
}

/** Resolves once a statement that names `table` waits for the lock of another transaction. */
export async function waitsForLock(table: string): Promise<void> {
  // Other test databases are on the same server.
  const waiting = sql`SELECT 1 FROM information_schema.innodb_trx
    JOIN information_schema.processlist ON id = trx_mysql_thread_id
    WHERE db = DATABASE() AND trx_state = 'LOCK WAIT' AND trx_query LIKE ${`%${table}%`}`;
  // The server answers from a copy as long as it is asked more often than every 100 ms.
  const patience = { timeout: 10_000, interval: 150 };
  await vi.waitFor(async () => expect((await db.execute(waiting))[0]).not.toEqual([]), patience);
}

export type PlanStep = { table: string; type: string; possible_keys: string | null; key: string | null; rows: number };

/** Returns the plan of a SELECT: a step for every table. */
export async function explain(statement: string): Promise<PlanStep[]> {
  const [steps] = await pool.promise().query(`EXPLAIN FORMAT=TRADITIONAL ${statement}`);
  // Unions and empty parts have no table.
  return (steps as PlanStep[]).filter(({ table }) => table && !table.startsWith("<"));
}

/**
 * Returns how many rows the SELECTs among these return, and how many rows and index entries are read for them
 * (Handler_read_*).
 */
export async function costOf(statements: string[]): Promise<{ returned: number; read: number }> {
  const connection = await pool.promise().getConnection();
  try {
    await connection.query("FLUSH STATUS");
    let returned = 0;
    for (const statement of statements.filter((one) => /^\(?select/i.test(one))) {
      const [rows] = await connection.query(statement);
      returned += (rows as unknown[]).length;
    }
    const [counts] = await connection.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
    const read = (counts as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
    return { returned, read };
  } finally {
    connection.release();
  }
}

/** Until a statement that begins like this, and names the row of `id`, waits for a lock that the test holds. */
export async function untilWaiting(id: string, beginning: string): Promise<void> {
  await findWaiting(id, beginning);
}

/** Ends such a statement, as one that has waited too long. */
export async function failWaiting(id: string, beginning: string): Promise<void> {
  await db.execute(sql.raw(`KILL QUERY ${await findWaiting(id, beginning)}`));
}

/** Returns the id of its connection. */
function findWaiting(id: string, beginning: string): Promise<number> {
  const waiting = sql`SELECT id FROM information_schema.processlist
    WHERE db = DATABASE() AND info LIKE ${`${beginning}%`} AND info LIKE ${`%${id}%`}`;
  const find = async () => {
    const [found] = (await db.execute(waiting)) as unknown as [{ id: number }[]];
    expect(found).toHaveLength(1);
    return Number(found[0]?.id);
  };
  return vi.waitFor(find, { timeout: 10_000 });
}
