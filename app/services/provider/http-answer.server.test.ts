import { createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { watchAnswer } from "./http-answer.server";

test("a connection with a late response is not reused: its server may be about to close it", async () => {
  const ports: (number | undefined)[] = [];
  const url = await serve((request, response) => {
    ports.push(request.socket.remotePort);
    // Simulates a suspended machine.
    if (ports.length === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_100);
    response.end();
  });
  for (let n = 0; n < 4; n++) expect(await watchAnswer(() => ask(url))).toMatchObject({ answer: { status: 200 } });
  const [first, second, third, fourth] = ports;
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).toBe(third);
});

function ask(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (response) => response.resume().on("close", resolve)).on("error", reject);
  });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
