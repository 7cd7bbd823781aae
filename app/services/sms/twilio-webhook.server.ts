import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ProviderEvent, WebhookRefusal } from "~/services/provider/event.server";
import { isSameSecret } from "~/services/secret-token.server";
import type { ProviderEventKind } from "~db/schema/states";
import { isAboutAccount } from "./twilio-codes";

const LONGEST_BODY = 16_384;
const MOST_FIELDS = 100;

const payload = z.looseObject({
  AccountSid: z.string(),
  MessageSid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/),
  MessageStatus: z.string().regex(/^[a-z_]{1,40}$/),
  ErrorCode: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
});

const MEANINGS: Record<string, string> = {
  "30003": "the phone couldn’t be reached",
  "30004": "the number doesn’t accept our texts",
  "30005": "this number doesn’t exist",
  "30006": "the number can’t receive texts",
  "30007": "the phone company blocked it",
};

type Posted = { body: string; signature: string | null; url: string };

/**
 * The signature (base64 HMAC-SHA-1 under the account's token) covers the URL and every field. Twilio sends no event id
 * or time: an event is a text reaching a state. Source: https://www.twilio.com/docs/usage/security#validating-requests
 * @param url as Twilio knows it, with the public host; its `message` is the outbox's id
 */
export function readTwilioEvent(
  { body, signature, url }: Posted,
  { accountSid, authToken, now }: { accountSid: string; authToken: string; now: Date },
): { ok: true; event: ProviderEvent } | { ok: false; reason: WebhookRefusal } {
  if (body.length > LONGEST_BODY) return { ok: false, reason: "malformed" };
  const form = [...new URLSearchParams(body)];
  if (form.length > MOST_FIELDS) return { ok: false, reason: "malformed" };
  if (!signature || !isSameSecret(signature, signatureOf(url, form, authToken))) {
    return { ok: false, reason: "unsigned" };
  }
  const parsed = payload.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ok: false, reason: "malformed" };
  const { AccountSid, MessageSid, MessageStatus, ErrorCode } = parsed.data;
  if (AccountSid !== accountSid) return { ok: false, reason: "unsigned" };

  const eventId = `${MessageSid}:${MessageStatus}`;
  const messageId = new URL(url).searchParams.get("message");
  return {
    ok: true,
    event: {
      provider: "twilio",
      eventId,
      token: eventId,
      kind: kindOf(MessageStatus, Number(ErrorCode)),
      name: MessageStatus,
      ...(messageId && { messageId }),
      detail: ErrorCode && ErrorCode !== "0" ? inWords(ErrorCode) : "",
      at: now,
    },
  };
}

/** The URL, then the fields sorted by name, repeated values once. */
function signatureOf(url: string, form: [string, string][], authToken: string): string {
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of form) fields.set(name, (fields.get(name) ?? new Set()).add(value));
  const signed = [...fields.keys()]
    .sort()
    .flatMap((name) => [...(fields.get(name) ?? [])].sort().map((value) => name + value))
    .join("");
  return createHmac("sha1", authToken)
    .update(url + signed)
    .digest("base64");
}

function kindOf(status: string, errorCode: number): ProviderEventKind {
  if (status === "delivered" || status === "read") return "arrived";
  if (!["undelivered", "failed", "canceled"].includes(status)) return "other";
  return isAboutAccount(errorCode) ? "undelivered" : "bounced";
}

function inWords(code: string): string {
  const meaning = MEANINGS[code];
  return meaning ? `${code}: ${meaning}` : `Twilio’s code ${code}`;
}
