import { afterAll, expect, it, vi } from "vitest";
import { findArticle } from "~/domain/help/articles";
import { createBrowser } from "../../tests/factories/browser";
import { answerOf, formRequest } from "../../tests/factories/request";
import * as stream from "./help_.stream";

const service = await vi.hoisted(async () => {
  const { startOpenAi } = await import("../../tests/mocks/openai");
  const started = await startOpenAi();
  Object.assign(process.env, {
    AI_API_KEY: started.key,
    AI_URL: started.url,
    AI_MODEL: started.model,
    AI_ANSWERS_PER_DAY: "2",
  });
  return started;
});
afterAll(() => service.close());

it("is answered by the local search once the model's daily limit is reached", async () => {
  service.say("PAGES: seal\nNobody can read or change it before its day.");
  const answers: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const browser = await createBrowser();
    const request = formRequest("/help/stream", { question: "What does sealing do?" }, browser);
    answers.push(await (await answerOf(stream.action, request, browser)).text());
  }
  expect(service.asked).toHaveLength(2);
  for (const answer of answers.slice(0, 2)) expect(answer).toContain("Nobody can read or change it before its day.");
  const searched = JSON.stringify(findArticle("seal")?.answer);
  for (const answer of answers.slice(2)) expect(answer).toContain(searched);
});
