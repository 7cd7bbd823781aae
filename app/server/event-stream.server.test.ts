import { expect, it } from "vitest";

it("leaves a signal to the process until a stream is open, and then ends the stream", async () => {
  const before = process.listenerCount("SIGTERM");
  const { eventStream } = await import("./event-stream.server");
  expect(process.listenerCount("SIGTERM")).toBe(before);
  const response = eventStream(new Request("http://localhost/live"), () => () => {});
  process.emit("SIGTERM");
  expect(await response.text()).toMatch(/^id: \d+\nretry: 2000\n\n$/);
});
