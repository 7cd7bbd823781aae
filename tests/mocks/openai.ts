import type { ServerResponse } from "node:http";
import { readRequest, respond, startMockServer } from "./mock-server.ts";

export type OpenAiFault = "ok" | "server_error" | "too_many" | "close" | "close_midway";

type Message = { role: string; content: string };

/**
 * A mock of an OpenAI-compatible service over real HTTP: POST /v1/chat/completions with a bearer key, answered as a
 * stream of chunks. It refuses what such a service refuses.
 */
export async function startOpenAi({ key = "key-test", model = "model-test" } = {}) {
  const asked: Message[][] = [];
  let reply = "";

  const server = await startMockServer<OpenAiFault>(async (request, response, nextFault) => {
    const body = JSON.parse((await readRequest(request)).toString() || "{}");
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401, "Incorrect API key provided");
    if (request.method !== "POST" || request.url !== "/v1/chat/completions")
      return refuse(response, 404, "Invalid URL");
    if (body.model !== model) return refuse(response, 404, "The model does not exist");
    const isMessage = ({ role, content }: Message) =>
      ["system", "user", "assistant"].includes(role) && typeof content === "string" && content !== "";
    if (!Array.isArray(body.messages) || body.messages.length === 0 || !body.messages.every(isMessage))
      return refuse(response, 400, "Invalid messages");
    if (body.stream !== true) return refuse(response, 400, "This mock only streams");
    const fault = nextFault();
    if (fault === "close") return response.destroy();
    if (fault === "server_error") return refuse(response, 500, "The server had an error");
    if (fault === "too_many") return refuse(response, 429, "Rate limit reached");
    asked.push(body.messages);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const pieces = reply.match(/[\s\S]{1,7}/g) ?? [];
    for (const [index, content] of pieces.entries()) {
      if (fault === "close_midway" && index === Math.floor(pieces.length / 2)) return response.destroy();
      const chunk = event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      await new Promise((written) => response.write(chunk, written));
    }
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    return response.end("data: [DONE]\n\n");
  });

  function event(chunk: object): string {
    const base = { id: "chatcmpl-test", object: "chat.completion.chunk", created: 1_800_000_000, model };
    return `data: ${JSON.stringify({ ...base, ...chunk })}\n\n`;
  }

  return {
    ...server,
    url: `${server.url}/v1`,
    key,
    model,
    /** The messages of each request that was answered. */
    asked,
    /** Sets what the model replies from now on. */
    say(text: string) {
      reply = text;
    },
  };
}

export type OpenAiMock = Awaited<ReturnType<typeof startOpenAi>>;

function refuse(response: ServerResponse, status: number, message: string) {
  // Without it the SDK waits before it tries again.
  respond(response, status, { error: { message, type: "error", code: null } }, { "Retry-After-Ms": "1" });
}
