/**
 * The result of an attempt. A `reason` has codes and causes, never a recipient or content.
 * - `refused`: the provider refused this message permanently.
 * - `unavailable`: not sent; retry later.
 * - `unknown`: it may have been sent. Call `findSent` before sending again, after `retryAfterSeconds`.
 */
export type SendOutcome = { ok: true; providerId: string } | NotSent;

export type NotSent = {
  ok: false;
  failure: "refused" | "unavailable" | "unknown";
  reason: string;
  retryAfterSeconds?: number;
  /** Nothing is wrong with the message: the provider asks everybody to wait for `retryAfterSeconds`. */
  isThrottled?: true;
};

/**
 * Whether a provider has sent a message.
 * - `no_answer`: it could not be reached; ask again before sending.
 * - `cannot_tell`: its log does not say.
 */
export type SentLookup = "sent" | "not_sent" | "no_answer" | "cannot_tell";

export function refused(reason: string): SendOutcome {
  return { ok: false, failure: "refused", reason };
}

export function unavailable(reason: string, retryAfterSeconds?: number): SendOutcome {
  return { ok: false, failure: "unavailable", reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** The provider has had too much of us: it wants nothing more from anybody here for so long. */
export function throttled(reason: string, retryAfterSeconds: number): SendOutcome {
  return { ok: false, failure: "unavailable", reason, retryAfterSeconds, isThrottled: true };
}

export function unknown(reason: string, retryAfterSeconds?: number): SendOutcome {
  return { ok: false, failure: "unknown", reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** Returns the code or the class of an error, not its message, which may contain the recipient. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code)
    ? code
    : error instanceof Error
      ? error.name
      : "error";
}
