import type { Pool, RowDataPacket } from "mysql2/promise";

/** Rows in one statement: four digits. */
const BATCH = 10_000;
/** Vaults a day. Rows in the order of every index are written many times faster. */
const PER_DAY = 40;
const DAY = `(365 + FLOOR(n / ${PER_DAY}) % 25000)`;
const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(" UNION ALL ")})`;

/** Adds copies of one vault, due in one to seventy years, up to `count` vaults. */
export async function fillBacklog(pool: Pool, count: number): Promise<void> {
  const [columns] = await pool.query<RowDataPacket[]>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = 'memories' AND COALESCE(generation_expression, '') = ''`,
  );
  const overrides: Record<string, string> = {
    id: "CONCAT('b', LPAD(n, 23, '0'))",
    idempotency_key: "CONCAT('b', LPAD(n, 23, '0'))",
    form_id: "CONCAT('b', LPAD(n, 23, '0'))",
    // As if checked already, like vaults that have waited.
    next_check_at: `NOW() + INTERVAL 1 + n % 300 DAY`,
    waiting_title: "LPAD(n, 64, '0')",
    state: "'scheduled'",
    delivery_date: `DATE(NOW() + INTERVAL ${DAY} DAY)`,
    delivery_at: `DATE(NOW()) + INTERVAL ${DAY} DAY + INTERVAL n % ${PER_DAY} SECOND`,
  };
  const names = columns.map(({ name }) => String(name));
  const values = names.map((name) => overrides[name] ?? `source.${name}`);
  const [[source]] = await pool.query<RowDataPacket[]>("SELECT id FROM memories WHERE id NOT LIKE 'b00%' LIMIT 1");
  const [[existing]] = await pool.query<RowDataPacket[]>("SELECT COUNT(*) AS count FROM memories WHERE id LIKE 'b00%'");
  for (let from = Number(existing?.count); from < count; from += BATCH) {
    await pool.query(
      `INSERT INTO memories (${names.join(", ")}) SELECT ${values.join(", ")}
       FROM (SELECT * FROM memories WHERE id = ?) AS source
       JOIN (SELECT ? + a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS n FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} e) AS numbers
       WHERE n < ?`,
      [source?.id, from, count],
    );
  }
  await pool.query("ANALYZE TABLE memories");
}
