/** An expected failure: its message is shown without a stack. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

const secrets = new Set<string>();

export function addSecret(value: string | undefined): void {
  if (value && value.length > 3) secrets.add(value).add(encodeURIComponent(value));
}

export function redact(text: string): string {
  return [...secrets].reduce((redacted, secret) => redacted.replaceAll(secret, "•••"), text);
}

export function explain(error: unknown): string {
  if (error instanceof LaunchError) return redact(error.message);
  return redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
