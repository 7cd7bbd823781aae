import type { ActionFunctionArgs } from "@remix-run/node";
import { readMailgunWebhook, saveProviderEvent } from "~/domain/delivery/provider-event.server";
import { env } from "~/env.server";
import { answerWebhook } from "~/http/answer-webhook.server";
import { log } from "~/services/log.server";

/**
 * Verifies and stores events; the worker processes them. Mailgun retries for hours until a 200, and never after a 406.
 */
export async function action({ request }: ActionFunctionArgs) {
  const key = env.MAILGUN_WEBHOOK_KEY;
  if (!key) return answerWebhook(404, "This installation listens to no webhooks of Mailgun.");
  const read = await readMailgunWebhook(await request.text(), key);
  if (!read.ok) {
    log.warn({ reason: read.reason }, "a webhook was refused");
    return answerWebhook(read.reason === "malformed" ? 400 : 406, `Refused: ${read.reason}.`);
  }
  const result = await saveProviderEvent(read.event);
  if (result === "replayed") log.warn({ reason: result }, "a webhook was refused");
  return result === "replayed"
    ? answerWebhook(406, "Refused: the token was used before.")
    : answerWebhook(200, "Kept.");
}
