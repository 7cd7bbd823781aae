import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isPortFree, rememberedPort } from "../../scripts/launch/ports.ts";
import { newHome } from "./launching.ts";

function openHome(): string {
  const home = newHome();
  mkdirSync(home);
  return home;
}

async function occupy(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  onTestFinished(() => void server.close());
}

test("a port is the same on every start, and no two servers share one", async () => {
  const home = openHome();
  const mysql = await rememberedPort(home, "mysql");
  const postgres = await rememberedPort(home, "postgres");
  expect(postgres).not.toBe(mysql);
  expect(await rememberedPort(home, "mysql")).toBe(mysql);
  expect(await rememberedPort(home, "postgres")).toBe(postgres);
});

test("a port that somebody else has taken is given up for another, which is remembered instead", async () => {
  const home = openHome();
  const before = await rememberedPort(home, "mysql");
  await occupy(before, "127.0.0.1");
  const after = await rememberedPort(home, "mysql");
  expect(after).not.toBe(before);
  expect(await rememberedPort(home, "mysql")).toBe(after);
});

test("a port is not free when something listens on every address or only on this one", async () => {
  const [one, two] = [await rememberedPort(openHome(), "mysql"), await rememberedPort(openHome(), "postgres")];
  expect([await isPortFree(one), await isPortFree(two)]).toEqual([true, true]);
  await occupy(one, "0.0.0.0");
  await occupy(two, "127.0.0.1");
  expect([await isPortFree(one), await isPortFree(two)]).toEqual([false, false]);
});

test("the web gets 3000 or the next free port after it", async () => {
  const port = await rememberedPort(openHome(), "web");
  for (let taken = 3000; taken < port; taken++) expect(await isPortFree(taken)).toBe(false);
});
