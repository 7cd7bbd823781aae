import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ProviderEvent, WebhookRefusal } from "../provider/event.server";
import { isSameSecret } from "../secret-token.server";
import { toProviderEvent } from "./mailgun-event";

/** How far a signature's time may be off, in hours. Mailgun repeats an event for up to 8 hours. */
const BOUND_HOURS = 12;

const short = (max: number) => z.string().max(max);
const payload = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{9,11}$/),
    token: short(200).min(20),
    signature: z.string().regex(/^[0-9a-f]{64}$/i),
  }),
  "event-data": z.looseObject({
    id: short(180).min(1),
    event: short(60),
    timestamp: z.number().positive().max(99_999_999_999),
    severity: short(60).nullish(),
    reason: short(10_000).nullish(),
    "delivery-status": z
      .looseObject({
        code: z.union([z.number(), z.string()]).nullish().catch(null),
        "enhanced-code": z.string().nullish().catch(null),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .nullish(),
    reject: z.looseObject({ reason: z.string().nullish() }).nullish().catch(null),
    "user-variables": z.looseObject({ outbox_id: short(60).nullish() }).nullish(),
  }),
});

/**
 * The signature (HMAC-SHA-256 of timestamp and token) does not cover the body: callers must accept a token only once.
 * Source: https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks
 */
export function readMailgunEvent(
  body: string,
  { key, now }: { key: string; now: Date },
): { ok: true; event: ProviderEvent } | { ok: false; reason: WebhookRefusal } {
  const parsed = payload.safeParse(parseJson(body));
  if (!parsed.success) return { ok: false, reason: "malformed" };
  const { signature, "event-data": data } = parsed.data;
  const expected = createHmac("sha256", key)
    .update(signature.timestamp + signature.token)
    .digest("hex");
  if (!isSameSecret(signature.signature.toLowerCase(), expected)) return { ok: false, reason: "unsigned" };
  const age = now.getTime() - Number(signature.timestamp) * 1000;
  if (Math.abs(age) > BOUND_HOURS * 3_600_000) return { ok: false, reason: "stale" };

  const { id, event, severity, reason, reject } = data;
  const outboxId = data["user-variables"]?.outbox_id;
  const at = new Date(data.timestamp * 1000);
  const given = { id, event, severity, reason, status: data["delivery-status"], reject, outboxId, at };
  return { ok: true, event: toProviderEvent(given, signature.token) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
