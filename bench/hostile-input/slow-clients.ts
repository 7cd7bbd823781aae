import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../harness/statistics.ts";

const CLIENTS = 200;
const LIMIT_SECONDS = 30;
const BEGINNING_OF_FILE = [
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

/** Clients that send a byte a second, of their headers or of a file: how many hang on after half a minute, and who suffers. */
export async function measureSlowClients(port: number): Promise<string> {
  const idle = await answerTimes(port);
  const slow = [...crowd(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "), ...crowd(port, BEGINNING_OF_FILE)];
  await pause(1_000);
  const besieged = await answerTimes(port);
  const patience = Date.now() + LIMIT_SECONDS * 1_000;
  while (Date.now() < patience && slow.some((socket) => !socket.destroyed)) {
    for (const socket of slow) if (!socket.destroyed) socket.write("a");
    await pause(1_000);
  }
  const left = slow.filter((socket) => !socket.destroyed).length;
  for (const socket of slow) socket.destroy();
  const [before, during] = [percentile(idle, 0.99), percentile(besieged, 0.99)];
  return `  ${CLIENTS} clients that never finish their headers, and as many that never finish a file: ${left} left after ${LIMIT_SECONDS} s; others' p99 ${during.toFixed(1)} ms (idle ${before.toFixed(1)} ms)`;
}

function crowd(port: number, beginning: string): Socket[] {
  return Array.from({ length: CLIENTS }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    socket.on("error", () => socket.destroy()).on("end", () => socket.destroy());
    socket.resume();
    return socket;
  });
}

async function answerTimes(port: number): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < 200; request += 1) {
    const startedAt = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}
