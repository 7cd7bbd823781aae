/** The reference: a task that sends, then records, on graphile-worker with its defaults. */
import { run } from "graphile-worker";
import { createPool } from "mysql2/promise";

const { DATABASE_URL = "", WORKER_DATABASE_URL = "", MAILGUN_URL, MAILGUN_API_KEY, MAILGUN_DOMAIN } = process.env;
const pool = createPool(DATABASE_URL);

await run({
  connectionString: WORKER_DATABASE_URL,
  schema: "stock",
  concurrency: 10,
  noHandleSignals: true,
  taskList: {
    deliver: async (payload) => {
      const { letter } = payload as { letter: number };
      const body = new FormData();
      body.set("from", "Stock <stock@example.org>");
      body.set("to", `stock-${letter}@example.net`);
      body.set("subject", "Stock");
      body.set("text", `Letter ${letter} of many`);
      const response = await fetch(`${MAILGUN_URL}/v3/${MAILGUN_DOMAIN}/messages`, {
        method: "POST",
        headers: { Authorization: `Basic ${Buffer.from(`api:${MAILGUN_API_KEY}`).toString("base64")}` },
        body,
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`answered ${response.status}`);
      await pool.query("UPDATE stock_vaults SET sent_at = UTC_TIMESTAMP(3) WHERE letter = ?", [letter]);
    },
  },
});
