import { env } from "~/env.server";

export type Prompt = { instructions: string; turns: { role: "user" | "assistant"; content: string }[] };

/** Yields the reply of a language model as it is written. @throws when the service fails or is too slow */
export type Assistant = (prompt: Prompt, signal: AbortSignal) => AsyncGenerator<string>;

/** The person who asked is waiting for the reply. */
const TIMEOUT_MS = 20_000;

/** Any service that speaks OpenAI's chat completions; `url` ends with its version, such as `/v1`. */
export function createAssistant(service: { url: string; key: string; model: string }): Assistant {
  return async function* ({ instructions, turns }, signal) {
    const { OpenAI } = await import("openai");
    const client = new OpenAI({ baseURL: service.url, apiKey: service.key, timeout: TIMEOUT_MS, maxRetries: 1 });
    const chunks = await client.chat.completions.create(
      { model: service.model, stream: true, messages: [{ role: "system", content: instructions }, ...turns] },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(2 * TIMEOUT_MS)]) },
    );
    for await (const { choices } of chunks) {
      const text = choices[0]?.delta?.content;
      if (text) yield text;
    }
  };
}

/** Undefined while none is configured. */
export const assistant: Assistant | undefined = env.AI_API_KEY
  ? createAssistant({ url: env.AI_URL, key: env.AI_API_KEY, model: env.AI_MODEL })
  : undefined;
