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

const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

it("listens at once, says that it is not ready, and has pages when MySQL has answered", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const running = runWeb(async () => new Response("a page"), { files: new Map() });
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
  process.emit("SIGTERM");
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
});
