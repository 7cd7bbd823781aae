import { createHash, createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { TakenMail } from "../../tests/mocks/mailgun.ts";
import { createRandom } from "./random.ts";

export type WebhookOptions = {
  url: string;
  key: string;
  /** The share of mails that come back, of events that are told twice, and how late they are told at most, in ms. */
  bounced: number;
  repeated: number;
  lateMs: number;
};

/** How long a provider goes on trying to tell an event, in milliseconds: hours with Mailgun. */
const PATIENCE_MS = 240_000;

/**
 * Tells the web what became of each mail, as Mailgun does: signed, late, in no order, some of it twice, and again and
 * again until it is answered, for the web is killed now and then.
 */
export function startWebhooks(seed: string, options: WebhookOptions) {
  const bounced = new Set<string>();
  let untold = 0;

  async function tell(mail: TakenMail, event: object, waitMs: number): Promise<void> {
    untold += 1;
    await pause(waitMs);
    const body = JSON.stringify(signed(mail, event));
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isAnswered(body)) && Date.now() < deadline) await pause(1_000);
    untold -= 1;
  }

  async function isAnswered(body: string): Promise<boolean> {
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
    /** What was told of as come back, by Message-Id. */
    bounced,
    /** How many events nobody has answered yet. */
    untold: () => untold,
    /** Begins to tell what becomes of a mail that was taken. */
    follow(mail: TakenMail): void {
      if (!mail.fields["v:outbox_id"]) return;
      const random = createRandom(`${seed} event ${mail.to} ${mail.id}`);
      const late = () => random.between(20, options.lateMs);
      const comesBack = mail.id.startsWith("delivery.") && random.next() < options.bounced;
      if (comesBack) bounced.add(mail.id);
      const events = [
        { id: `d-${mail.id}`, event: "delivered" },
        ...(comesBack
          ? [{ id: `f-${mail.id}`, event: "failed", severity: "permanent", reason: "no such mailbox" }]
          : []),
        { id: `c-${mail.id}`, event: "clicked" },
      ];
      for (const event of events) {
        const copies = random.next() < options.repeated ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) void tell(mail, event, late());
      }
    },
  };
}
