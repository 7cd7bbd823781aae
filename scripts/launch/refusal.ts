/** An expected reason not to go on. Its message is one sentence for the person at the terminal; no stack is shown. */
export class Refusal extends Error {
  override name = "Refusal";
}

const secrets = new Set<string>();

/** Remembers a value that must not reach the terminal. */
export function keepSecret(value: string | undefined): void {
  if (value && value.length > 3) secrets.add(value).add(encodeURIComponent(value));
}

/** The text without any of the values given to `keepSecret`. */
export function withoutSecrets(text: string): string {
  return [...secrets].reduce((safe, secret) => safe.replaceAll(secret, "•••"), text);
}

/** What a person is shown for an error: a refusal's sentence, or everything for a fault of ours. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return withoutSecrets(error.message);
  return withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
