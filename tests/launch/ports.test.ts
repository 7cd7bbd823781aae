import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort, isPortFree, rememberedPort } from "../../scripts/launch/ports.ts";
import { takePort } from "../../scripts/launch/settings.ts";
import { createHome } from "./launch.ts";

async function occupy(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  onTestFinished(() => void server.close());
}

test("a port is the same on every start, and no two servers share one", async () => {
  const home = createHome();
  const mysql = await rememberedPort(home, "mysql");
  const postgres = await rememberedPort(home, "postgres");
  expect(postgres).not.toBe(mysql);
  expect(await rememberedPort(home, "mysql")).toBe(mysql);
  expect(await rememberedPort(home, "postgres")).toBe(postgres);
});

test("a port that another program has taken is replaced by another one, which is remembered", async () => {
  const home = createHome();
  const before = await rememberedPort(home, "mysql");
  await occupy(before, "127.0.0.1");
  const after = await rememberedPort(home, "mysql");
  expect(after).not.toBe(before);
  expect(await rememberedPort(home, "mysql")).toBe(after);
});

test("a port is not free when a program listens on every address or on only one", async () => {
  const [one, two] = [await rememberedPort(createHome(), "mysql"), await rememberedPort(createHome(), "postgres")];
  expect([await isPortFree(one), await isPortFree(two)]).toEqual([true, true]);
  await occupy(one, "0.0.0.0");
  await occupy(two, "127.0.0.1");
  expect([await isPortFree(one), await isPortFree(two)]).toEqual([false, false]);
});

test("the web gets a free port from 3000 on", async () => {
  const port = await rememberedPort(createHome(), "web");
  expect(port).toBeGreaterThanOrEqual(3000);
  // Other programs come and go on this machine, but have not taken hundreds.
  expect(port).toBeLessThan(3500);
});

test("two clones that start at the same moment get different ports for the web", async () => {
  const taken = await Promise.all([takePort(createHome()), takePort(createHome())]);
  const [one, two] = taken;
  expect(one.port).not.toBe(two.port);
  expect([await isPortFree(one.port), await isPortFree(two.port)]).toEqual([false, false]);
  for (const { release } of taken) await release();
  expect([await isPortFree(one.port), await isPortFree(two.port)]).toEqual([true, true]);
});

test("no connection of this machine can take a server's port before it listens", async () => {
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server.address() as AddressInfo));
    onTestFinished(() => void server.close());
  });
  expect(port).toBeGreaterThan(32_000);
  expect(await freePort()).toBeLessThan(32_768);
});
