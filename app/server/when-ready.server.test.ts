import { expect, it } from "vitest";
import { whenReady } from "./when-ready.server";

it("pages are refused at once until the server is ready, forms wait, and the liveness check is answered", async () => {
  const ready = Promise.withResolvers<void>();
  const handle = whenReady(ready.promise, async () => new Response());
  const ask = (path: string, method = "GET") =>
    handle(new Request(`http://localhost:3000${path}`, { method }), {
      requestId: "test",
      clientIp: "192.0.2.7",
      logChoices: {},
    });
  const asked = [ask("/dashboard"), ask("/contact", "POST"), ask("/healthz")];
  ready.resolve();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 200, 200]);
});

it("forms do not wait for a server that cannot become ready", async () => {
  const handle = whenReady(Promise.reject(new Error("wrong master key")), async () => new Response());
  const request = new Request("http://localhost:3000/contact", { method: "POST" });
  const response = await handle(request, { requestId: "test", clientIp: "192.0.2.7", logChoices: {} });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
});
