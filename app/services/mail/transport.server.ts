export type OutgoingMail = {
  /** Without angle brackets, and the same for every attempt at this mail. */
  messageId: string;
  to: { name?: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The row in the outbox; providers carry it along, and their webhooks bring it back. */
  outboxId: string;
  /** A mail that its reader may do without carries the way to end such mails. */
  optional?: { unsubscribeUrl: string };
};

/**
 * What became of an attempt. A `reason` names codes and causes, never an address or a word of the mail.
 * - `refused`: the provider said no to this mail for good.
 * - `unavailable`: surely not sent; try later.
 * - `unknown`: it may have been sent. Ask `findSent` before sending again, no sooner than `retryAfterSeconds`.
 */
export type SendOutcome =
  | { ok: true; providerId: string }
  | { ok: false; failure: "refused" | "unavailable" | "unknown"; reason: string; retryAfterSeconds?: number };

/**
 * What a provider knows of a mail.
 * - `no_answer`: it could not be asked; ask again before sending.
 * - `cannot_tell`: it does not know, however often it is asked.
 */
export type SentLookup = "sent" | "not_sent" | "no_answer" | "cannot_tell";

/** One way to send mail. `send` and `findSent` do not throw for anything that a provider or a network does. */
export type MailTransport = {
  /** How long after an attempt, in milliseconds, `findSent` may still not know of it. */
  settlesAfterMs: number;
  send(mail: OutgoingMail): Promise<SendOutcome>;
  findSent(messageId: string, attemptedAt?: Date): Promise<SentLookup>;
};

export function refused(reason: string): SendOutcome {
  return { ok: false, failure: "refused", reason };
}

export function unavailable(reason: string, retryAfterSeconds?: number): SendOutcome {
  return { ok: false, failure: "unavailable", reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

export function unknown(reason: string, retryAfterSeconds?: number): SendOutcome {
  return { ok: false, failure: "unknown", reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** The short cause in an error: its code, else its class. Never its message, which may quote an address. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code)
    ? code
    : error instanceof Error
      ? error.name
      : "error";
}
