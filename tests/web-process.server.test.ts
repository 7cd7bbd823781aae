import { once } from "node:events";
import { Agent, get, type IncomingMessage, Server } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { deleteFact, readFact } from "~/services/installation-facts.server";
import { runWeb } from "../scripts/web-process";

const { port, mysql } = await vi.hoisted(async () => {
  const { freePort } = await import("../scripts/launch/ports");
  const { proxyMysql } = await import("./factories/mysql-proxy");
  const port = await freePort();
  Object.assign(process.env, { HOST: "127.0.0.1", PORT: String(port) });
  return { port, mysql: await proxyMysql() };
});

const keepingOne = () => new Agent({ keepAlive: true, maxSockets: 1 });
async function connectionOf(path: string, agent: Agent) {
  const [response] = (await once(get({ port, path, agent }), "response")) as [IncomingMessage];
  response.resume();
  return response.headers.connection;
}

const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

it("listens at once, has pages when MySQL has answered, and stops once it has answered what was asked", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const cutOff = vi.spyOn(Server.prototype, "closeAllConnections");
  const slow = Promise.withResolvers<void>();
  const asked = vi.fn();
  const handle = async ({ url }: Request) => {
    asked(new URL(url).pathname);
    if (url.endsWith("/slow")) await slow.promise;
    return new Response("a page");
  };
  const running = runWeb(handle, { files: new Map() });
  await vi.waitFor(async () => expect(await statusOf("/healthz")).toBe(200));
  expect([await statusOf("/readyz"), await statusOf("/dashboard")]).toEqual([503, 503]);
  const form = fetch(`http://127.0.0.1:${port}/contact`, { method: "POST", body: "" });
  await mysql.open();
  onTestFinished(mysql.cut);
  await running;
  expect((await form).status, "a form waits").toBe(200);
  expect(await readFact("media_folder_mark")).toMatch(/^amberkeep-/);
  await deleteFact("media_folder_mark");
  expect([await statusOf("/readyz"), await statusOf("/dashboard")]).toEqual([200, 200]);
  const [one, other] = [keepingOne(), keepingOne()];
  // The last one waits for the connection of the one before.
  const sent = [connectionOf("/slow", one), connectionOf("/slow", other), connectionOf("/next", other)];
  await vi.waitFor(() => expect(asked.mock.calls.filter(([path]) => path === "/slow")).toHaveLength(2));
  process.emit("SIGTERM");
  slow.resolve();
  expect(await Promise.all(sent)).toEqual(["keep-alive", "keep-alive", "close"]);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
  expect(cutOff).not.toHaveBeenCalled();
});
