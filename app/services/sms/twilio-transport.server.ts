import type { Twilio } from "twilio";
import { type HttpAnswer, isCertainlyUnsent, watchAnswer } from "~/services/provider/http-answer.server";
import {
  errorCode,
  providerFailure,
  type SendOutcome,
  sendRefused,
  throttled,
  unavailable,
  unknown,
} from "~/services/provider/outcome.server";
import type { SmsTransport } from "./transport.server";
import { isAboutText } from "./twilio-codes";
import { findInTwilio } from "./twilio-log.server";

export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  /** A number, a sender name, or the id of a messaging service (`MG…`). */
  from: string;
  url: string;
  /** For status webhooks; the outbox's id is appended. */
  callbackUrl: string;
  timeoutMs?: number;
  /** Twilio's list lags: asked sooner, an empty result would prove nothing. */
  logDelaySeconds?: number;
};

/** Twilio has no idempotency key: an attempt of unknown outcome is looked up in its list before it is repeated. */
export function createTwilioTransport(settings: TwilioSettings): SmsTransport {
  const { from, callbackUrl, logDelaySeconds = 60 } = settings;
  let loading: Promise<Twilio> | undefined;
  const client = () => {
    loading ??= createClient(settings);
    return loading;
  };

  return {
    provider: "twilio",
    consistencyDelayMs: logDelaySeconds * 1000,
    async send({ to, body, outboxId }) {
      const { messages } = await client();
      const message = {
        to: to.phone,
        body,
        ...(from.startsWith("MG") ? { messagingServiceSid: from } : { from }),
        statusCallback: `${callbackUrl}?message=${encodeURIComponent(outboxId)}`,
      };
      const { answer, result, error } = await watchAnswer(() => messages.create(message));
      return result?.sid ? { ok: true, providerId: result.sid } : outcome(answer, error, logDelaySeconds);
    },

    async findSent(text, since, others) {
      return findInTwilio(await client(), { text, since, others });
    },
  };
}

/** Loaded only to send, as the SDK is slow and large. Only its HTTP client can redirect it to another URL. */
async function createClient({ accountSid, authToken, url, timeoutMs = 30_000 }: TwilioSettings): Promise<Twilio> {
  const { default: twilio } = await import("twilio");
  const httpClient = new twilio.RequestClient({ timeout: timeoutMs });
  const request = httpClient.request.bind(httpClient);
  const base = url.replace(/\/+$/, "");
  httpClient.request = (options) =>
    request({ ...options, uri: options.uri.replace(/^https:\/\/api\.twilio\.com(?=[:/])(:443)?/, base) });
  return twilio(accountSid, authToken, { httpClient });
}

/** Only the wire counts; after a 5xx it may have been sent. */
function outcome(answer: HttpAnswer | undefined, error: unknown, logDelaySeconds: number): SendOutcome {
  if (!answer) {
    const code = errorCode(error);
    return isCertainlyUnsent(code)
      ? providerFailure(`Twilio cannot be reached: ${code}`)
      : unknown(`no answer from Twilio: ${code}`, logDelaySeconds);
  }
  const code = codeIn(error);
  const reason = `Twilio answered ${answer.status}${code ? ` (${code})` : ""}`;
  if (answer.status === 429) return throttled(reason, answer.retryAfterSeconds ?? 60);
  if (answer.status === 400 && code && isAboutText(code)) return sendRefused(reason);
  if ([401, 402, 403, 404].includes(answer.status)) return providerFailure(reason);
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408) return unavailable(reason);
  return unknown(reason, logDelaySeconds);
}

/** The message repeats the recipient. */
function codeIn(error: unknown): number | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" ? code : undefined;
}
