import type { ActionFunctionArgs } from "@remix-run/node";
import { saveProviderEvent } from "~/domain/delivery/provider-event.server";
import { env } from "~/env.server";
import { answerWebhook } from "~/http/answer-webhook.server";
import { now } from "~/services/clock.server";
import { log } from "~/services/log.server";
import { readTwilioEvent } from "~/services/sms/twilio-webhook.server";

/** Verifies and stores events; the worker processes them. */
export async function action({ request }: ActionFunctionArgs) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = env;
  if (!accountSid || !authToken) return answerWebhook(404, "This installation listens to no webhooks of Twilio.");
  const { pathname, search } = new URL(request.url);
  const read = readTwilioEvent(
    {
      body: await request.text(),
      signature: request.headers.get("X-Twilio-Signature"),
      // Twilio signs the URL it was given; a proxy may have changed host and protocol.
      url: `${env.BASE_URL}${pathname}${search}`,
    },
    { accountSid, authToken, now: now() },
  );
  if (!read.ok) {
    log.warn({ provider: "twilio", reason: read.reason }, "a webhook was refused");
    return answerWebhook(read.reason === "malformed" ? 400 : 403, `Refused: ${read.reason}.`);
  }
  await saveProviderEvent(read.event);
  return answerWebhook(200, "Kept.");
}
