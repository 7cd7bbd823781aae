import { afterEach, beforeEach, expect, it } from "vitest";
import { type OpenAiMock, startOpenAi } from "../../tests/mocks/openai";
import { createAssistant } from "./assistant.server";

let service: OpenAiMock;
beforeEach(async () => {
  service = await startOpenAi();
  service.say("It waits until its day.");
});
afterEach(() => service.close());

const PROMPT = { instructions: "Answer briefly.", turns: [{ role: "user" as const, content: "How long?" }] };

async function ask(changes: Partial<Parameters<typeof createAssistant>[0]> = {}, signal = AbortSignal.any([])) {
  const pieces: string[] = [];
  for await (const piece of createAssistant({ ...service, ...changes })(PROMPT, signal)) pieces.push(piece);
  return pieces;
}

it("sends the instructions and the turns, and yields the reply in pieces", async () => {
  const pieces = await ask();
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join("")).toBe("It waits until its day.");
  expect(service.asked).toEqual([[{ role: "system", content: "Answer briefly." }, ...PROMPT.turns]]);
});

it("tries once more when the service fails, and then throws", async () => {
  service.meet("server_error");
  expect((await ask()).join("")).toBe("It waits until its day.");
  service.meet("too_many", "server_error");
  await expect(ask()).rejects.toThrow();
  expect(service.requestCount()).toBe(4);
});

it("throws for a wrong key or model, a broken connection and a closed page", async () => {
  await expect(ask({ key: "another" })).rejects.toThrow(/401/);
  await expect(ask({ model: "another" })).rejects.toThrow(/404/);
  service.meet("close_midway", "close_midway");
  await expect(ask()).rejects.toThrow();
  await expect(ask({}, AbortSignal.abort())).rejects.toThrow();
});
