import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { TakenMail } from "../../tests/mocks/mailgun.ts";
import type { WebhookOptions } from "./mail-provider.ts";
import { createRandom } from "./random.ts";

/** Mailgun retries for hours; a run must not end with a bounce that was never reported. */
const RETRY_FOR_MS = 3_600_000;
const LONGEST_REST_MS = 10_000;
const NO_SUCH_MAILBOX = { code: 550, message: "5.1.1 no such mailbox" };

/** Posts events as Mailgun does: signed, late, unordered, some twice, and retried until answered. */
export function startWebhooks(seed: string, options: WebhookOptions) {
  const bounced = new Set<string>();
  let pending = 0;

  async function post(mail: TakenMail, event: object, waitMs: number): Promise<void> {
    pending += 1;
    await pause(waitMs);
    const body = JSON.stringify(signed(mail, event));
    const deadline = Date.now() + RETRY_FOR_MS;
    for (let restMs = 1_000; !(await isAccepted(body)) && Date.now() < deadline; restMs *= 1.5) {
      await pause(Math.min(restMs, LONGEST_REST_MS));
    }
    pending -= 1;
  }

  async function isAccepted(body: string): Promise<boolean> {
    try {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(options.url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
      await response.arrayBuffer();
      return response.status === 200 || response.status === 406;
    } catch {
      return false;
    }
  }

  function signed(mail: TakenMail, event: object) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const token = createHash("sha256")
      .update(`${mail.id} ${JSON.stringify(event)} ${timestamp}`)
      .digest("hex")
      .slice(0, 50);
    const signature = createHmac("sha256", options.key)
      .update(timestamp + token)
      .digest("hex");
    const about = { "user-variables": { outbox_id: mail.fields["v:outbox_id"] }, timestamp: Date.now() / 1000 };
    return { signature: { timestamp, token, signature }, "event-data": { ...about, ...event } };
  }

  return {
    bounced,
    pending: () => pending,
    announce(mail: TakenMail): void {
      if (!mail.fields["v:outbox_id"]) return;
      const random = createRandom(`${seed} event ${mail.to} ${mail.id}`);
      const delay = () => random.between(20, options.maxDelayMs);
      const isBounced = mail.id.startsWith("delivery.") && random.next() < options.bounced;
      if (isBounced) bounced.add(mail.id);
      const events = [
        { id: `d-${mail.id}`, event: "delivered" },
        ...(isBounced
          ? [{ id: `f-${mail.id}`, event: "failed", severity: "permanent", "delivery-status": NO_SUCH_MAILBOX }]
          : []),
        { id: `c-${mail.id}`, event: "clicked" },
      ];
      for (const event of events) {
        const copies = random.next() < options.repeated ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) void post(mail, event, delay());
      }
    },
  };
}
