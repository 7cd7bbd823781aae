import type { Socket } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { findLockingPools, requestLook, requestLookAt, requestTask } from "./jobs.server";

// A database that accepts connections and never responds, as behind a broken network; set before `env` is read.
const silent = await vi.hoisted(async () => {
  const { createServer } = await import("node:net");
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as import("node:net").AddressInfo;
  process.env.WORKER_DATABASE_URL = `postgres://worker@127.0.0.1:${port}/worker`;
  return { server, sockets };
});

afterAll(() => {
  for (const socket of silent.sockets) socket.destroy();
  silent.server.close();
});

it("a queue that does not respond delays the first request briefly, and the next not at all", async () => {
  const onSettled = vi.fn();
  const request = requestLook("send_due").then(onSettled);
  await vi.waitFor(() => expect(silent.sockets.size).toBe(1));
  await Promise.resolve();
  expect(onSettled).not.toHaveBeenCalled();
  await request;
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  await requestLook("send_due");
  clearInterval(counting);
  expect(turns).toBe(0);
});

it("a queue that does not respond holds up no loop of a worker", async () => {
  await requestLookAt("deliver_due", new Date(), 1_000);
  await requestTask("prepare_exports");
  await expect(findLockingPools(1)).rejects.toThrow("the queue does not answer");
});
