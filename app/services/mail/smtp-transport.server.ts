import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { readMailbox } from "~/mailbox.server";
import {
  errorCode,
  providerFailure,
  type SendOutcome,
  sendRefused,
  unavailable,
  unknown,
} from "../provider/outcome.server";
import { currentSendRight, type SendRight, staleClaim } from "../provider/send-right.server";
import { listDeliveryReports } from "./bounce-mailbox.server";
import { encodeFromLines, nodemailerOptions } from "./rfc822.server";
import { enhancedCodeIn, isAboutMailbox } from "./smtp-reply";
import type { MailTransport } from "./transport.server";

type SmtpFailure = { responseCode?: number; response?: string; command?: string; syscall?: string };
/** How far the mail got. */
type Reached = { login: boolean; body: boolean };

/**
 * Its results are read from the mailbox at `bouncesUrl`. Few mail servers report arrivals.
 *
 * One connection per mail: nodemailer's pool resends when a connection breaks, which may deliver a mail twice. SMTP has
 * no way to look a mail up, so `findSent` cannot tell.
 */
export function createSmtpTransport({
  url,
  from,
  bouncesUrl,
  timeoutMs = 40_000,
}: {
  url: string;
  from: string;
  bouncesUrl?: string | undefined;
  timeoutMs?: number;
}): MailTransport {
  const waits = { connectionTimeout: timeoutMs / 4, greetingTimeout: timeoutMs / 4, socketTimeout: timeoutMs / 2 };

  return {
    provider: "smtp",
    reportsArrivals: false,
    consistencyDelayMs: 0,
    async send(mail) {
      const to = readMailbox(mail.to);
      if (!to) return sendRefused("not an email address");
      const reached: Reached = { login: false, body: false };
      const right = currentSendRight();
      const transporter = createTransport({ url, ...waits });
      encodeFromLines(transporter);
      transporter.use("stream", (sending, done) => {
        const body = sending.message.createReadStream.bind(sending.message);
        // Called after the login, before `MAIL FROM`.
        sending.message.createReadStream = () => {
          reached.login = true;
          return whileHeld(right, body(), () => (reached.body = true));
        };
        done();
      });
      try {
        const options = nodemailerOptions(mail, { from, to });
        const sent = await transporter.sendMail({ ...options, signal: AbortSignal.timeout(timeoutMs) });
        return { ok: true, providerId: sent.serverMessageId ?? mail.messageId };
      } catch (error) {
        return outcome(error as SmtpFailure, reached);
      }
    },

    async findSent() {
      return "cannot_tell";
    },

    ...(bouncesUrl && {
      listResults: (since: Date, until: Date) => listDeliveryReports(bouncesUrl, since, until),
    }),
  };
}

/**
 * Only a reply about the mailbox is final, as servers also refuse our account at the recipient or the body, with the
 * same codes (exhausted quotas, relaying, reputation). Without a reply, the mail can only have been accepted if the
 * server had asked for the body. A server that falls silent after the login may be slow for this recipient only.
 */
function outcome(error: SmtpFailure, reached: Reached): SendOutcome {
  const { responseCode, command = "" } = error;
  if (responseCode) {
    const reason = `the mail server answered ${replyCodes(error)} to ${command || "us"}`;
    const isAboutThisMail = command === "RCPT TO" || command === "DATA" || responseCode === 552;
    // The server may have hung up because of this mail only.
    const isHangUp = responseCode === 421 && command === "CONN" && errorCode(error) === "ECONNECTION";
    if (isHangUp) return unavailable("the mail server answered 421 in the middle of the mail");
    if (!isAboutThisMail) return providerFailure(reason);
    const reply = { code: responseCode, enhanced: enhancedCodeIn(error.response ?? "") };
    return isAboutMailbox(reply, { toRecipient: command === "RCPT TO" }) ? sendRefused(reason) : unavailable(reason);
  }
  if (reached.body) return unknown(`the connection broke after the mail was handed over: ${errorCode(error)}`);
  if (reached.login) return unavailable(`the connection broke in the middle of the mail: ${errorCode(error)}`);
  const reason = `the mail server cannot be reached: ${errorCode(error)}`;
  return isConnecting(error) ? providerFailure(reason) : unavailable(reason);
}

function isConnecting(error: SmtpFailure): boolean {
  const { syscall = "" } = error;
  return ["connect", "getaddrinfo"].includes(syscall) || ["EDNS", "ETIMEDOUT", "ETLS"].includes(errorCode(error));
}

/** `550 5.1.1`, without the reply's text, which often repeats the address. */
function replyCodes({ responseCode, response = "" }: SmtpFailure): string {
  const enhanced = enhancedCodeIn(response);
  return enhanced ? `${responseCode} ${enhanced}` : `${responseCode}`;
}

/**
 * The server accepts the mail once it has the last line, so the right to send is checked before the first and the last
 * line.
 */
function whileHeld(right: SendRight, source: Readable, begun: () => void): Readable {
  const check = async () => {
    if (!(await right.ensureHeld())) throw staleClaim();
  };
  return Readable.from(
    (async function* () {
      await check();
      begun();
      yield* source;
      await check();
    })(),
    { objectMode: false },
  );
}
