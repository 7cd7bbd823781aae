/**
 * A `reason` has codes and causes, never a recipient or content.
 * - `refused`: permanently, for this message.
 * - `unavailable`: not sent; retry later.
 * - `unknown`: maybe sent. Call `findSent` after `retryAfterSeconds`, before sending again.
 */
export type SendOutcome = { ok: true; providerId: string } | NotSent;

export type NotSent = {
  ok: false;
  failure: "refused" | "unavailable" | "unknown";
  reason: string;
  retryAfterSeconds?: number;
  /** The provider demands that sending be paused. */
  isThrottled?: true;
  /** Our account or the connection failed, so every message is affected. */
  isOurs?: true;
};

/** `no_answer`: ask again before sending. `cannot_tell`: the provider's log does not say. */
export type SentLookup = "sent" | "not_sent" | "no_answer" | "cannot_tell";

export function sendRefused(reason: string): SendOutcome {
  return { ok: false, failure: "refused", reason };
}

export function unavailable(reason: string): SendOutcome {
  return { ok: false, failure: "unavailable", reason };
}

/** A failure between us and the provider, which says nothing about the message. */
export function providerFailure(reason: string): SendOutcome {
  return { ok: false, failure: "unavailable", reason, isOurs: true };
}

export function throttled(reason: string, retryAfterSeconds: number): SendOutcome {
  return { ok: false, failure: "unavailable", reason, retryAfterSeconds, isThrottled: true };
}

export function unknown(reason: string, retryAfterSeconds?: number): SendOutcome {
  return { ok: false, failure: "unknown", reason, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** The code or class only: the message may contain the recipient. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  return error instanceof Error ? error.name : "error";
}
