import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { query } from "./db.ts";

const MAILGUN_WEBHOOK_KEY = "a key for webhooks of end-to-end tests";

/** Settings of an installation with sample data: a trusted proxy, bounces, and text messages in a folder. */
export const INSTALLATION_SETTINGS = { TRUSTED_PROXIES: "1", MAILGUN_WEBHOOK_KEY, SMS_IN_FOLDER: "1" };

/** Reports a bounce of a vault's latest delivery mail with a signed webhook, as Mailgun does. */
export async function bounce(url: string, vaultId: string, answer: string): Promise<void> {
  const [message] = await query(
    "SELECT id FROM messages WHERE memory_id = ? AND kind = 'delivery' ORDER BY created_at DESC LIMIT 1",
    [vaultId],
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const token = randomBytes(25).toString("hex");
  const signature = createHmac("sha256", MAILGUN_WEBHOOK_KEY)
    .update(timestamp + token)
    .digest("hex");
  const response = await fetch(`${url}/webhooks/mailgun`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      signature: { timestamp, token, signature },
      "event-data": {
        id: randomUUID(),
        event: "failed",
        severity: "permanent",
        timestamp: Date.now() / 1000,
        "delivery-status": { code: 550, message: answer },
        "user-variables": { outbox_id: message?.id },
      },
    }),
  });
  if (!response.ok) throw new Error(`The webhook returned ${response.status}.`);
}
