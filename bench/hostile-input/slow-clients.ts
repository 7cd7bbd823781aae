import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Measurement } from "../harness/bench.ts";
import { percentile } from "../harness/statistics.ts";

const START_OF_HEADERS = "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ";
const START_OF_FILE = [
  "POST /create HTTP/1.1",
  "Host: a",
  "Content-Type: multipart/form-data; boundary=cut",
  "Content-Length: 100000000",
  "",
  "--cut",
  'Content-Disposition: form-data; name="photo"; filename="a.jpg"',
  "",
  "",
].join("\r\n");

/** Clients send one byte a second of their headers or of a file; counts those still connected after `seconds`. */
export async function measureSlowClients(
  port: number,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measurement> {
  const idle = await answerTimes(port, clients);
  const slow = [...openClients(port, START_OF_HEADERS, clients), ...openClients(port, START_OF_FILE, clients)];
  await pause(1_000);
  const loaded = await answerTimes(port, clients);
  const deadline = Date.now() + seconds * 1_000;
  while (Date.now() < deadline && slow.some((socket) => !socket.destroyed)) {
    for (const socket of slow) if (!socket.destroyed) socket.write("a");
    await pause(1_000);
  }
  const connected = slow.filter((socket) => !socket.destroyed).length;
  for (const socket of slow) socket.destroy();
  const [before, during] = [percentile(idle, 0.99), percentile(loaded, 0.99)];
  return {
    cases: slow.length,
    failures: { connected },
    report: `  ${clients} clients that never finish their headers, and as many that never finish a file: ${connected} left after ${seconds} s; others' p99 ${during.toFixed(1)} ms (idle ${before.toFixed(1)} ms)`,
  };
}

function openClients(port: number, start: string, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(start));
    socket.on("error", () => socket.destroy()).on("end", () => socket.destroy());
    socket.resume();
    return socket;
  });
}

/** In milliseconds. */
async function answerTimes(port: number, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    const startedAt = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}
