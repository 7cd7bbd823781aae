import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Arrival, LoggedSend } from "./mail-provider.ts";

type Attempt = { outcome: LoggedSend; beforeMs: number; afterMs: number };

const replying = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** NaN for mails that belong to no letter of the run. */
export function letterIn(text: string): number {
  return Number(/Letter (\d+) of/.exec(text)?.[1] ?? Number.NaN);
}

/** Takes any login. A mail is accepted at the moment before its 250 is sent. */
export async function startSmtpServer(planAttempt: (to: string) => Attempt) {
  const arrivals: Arrival[] = [];
  const attempts = new Map<string, Attempt>();
  let requests = 0;

  async function accept(session: SMTPServerSession, raw: Buffer): Promise<void> {
    const handedOverAt = Date.now();
    const { beforeMs = 0, afterMs = 0 } = attempts.get(session.id) ?? {};
    await pause(beforeMs + afterMs);
    const { text = "", messageId = "" } = await PostalMime.parse(raw);
    const [to] = session.envelope.rcptTo;
    arrivals.push({
      letter: letterIn(text),
      to: to?.address ?? "",
      messageId: messageId.replace(/^<|>$/g, ""),
      takenAt: Date.now(),
      overSmtp: { login: String(session.user), handedOverAt },
    });
  }

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onRcptTo({ address }, session, done) {
      requests += 1;
      const attempt = planAttempt(address);
      attempts.set(session.id, attempt);
      const { outcome } = attempt;
      if (outcome === "close" || outcome === "timeout") return done(replying(421, "closing"));
      if (outcome === "server_error" || outcome === "too_many") return done(replying(451, "4.3.0 try again later"));
      if (outcome === "bad_request") return done(replying(550, "5.1.1 no such mailbox"));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => accept(session, Buffer.concat(chunks)).then(() => done(), done));
    },
    onClose: (session) => void attempts.delete(session.id),
  });
  server.on("error", () => {});
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    arrivals,
    requestCount: () => requests,
  };
}
