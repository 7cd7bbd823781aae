import { connect, createServer } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { runWeb } from "../scripts/web-process";

/** A web whose MySQL does not answer before `letMysqlAnswer`. */
const { port, letMysqlAnswer } = await vi.hoisted(async () => {
  const { freePort } = await import("../scripts/launch/ports");
  const mysql = new URL(process.env.DATABASE_URL ?? "");
  const port = await freePort();
  const mysqlPort = await freePort([port]);
  const DATABASE_URL = Object.assign(new URL(mysql), { hostname: "127.0.0.1", port: String(mysqlPort) }).href;
  Object.assign(process.env, { DATABASE_URL, HOST: "127.0.0.1", PORT: String(port) });
  return { port, letMysqlAnswer: () => passOn(mysqlPort, mysql) };
});

function passOn(from: number, { hostname, port }: URL): void {
  const server = createServer((socket) => {
    const mysql = connect(Number(port), hostname);
    for (const end of [socket, mysql]) end.on("error", () => {});
    socket.pipe(mysql).pipe(socket);
  }).listen(from, "127.0.0.1");
  onTestFinished(() => void server.close());
}

const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

it("listens at once, says that it is not ready, and has pages when MySQL has answered", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const running = runWeb(async () => new Response("a page"), { files: new Map() });
  await vi.waitFor(async () => expect(await statusOf("/healthz")).toBe(200));
  expect([await statusOf("/readyz"), await statusOf("/dashboard")]).toEqual([503, 503]);
  letMysqlAnswer();
  await running;
  expect([await statusOf("/readyz"), await statusOf("/dashboard")]).toEqual([200, 200]);
  process.emit("SIGTERM");
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
});
