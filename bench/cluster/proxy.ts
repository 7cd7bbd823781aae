/** A load balancer: gives every new connection to the next node that is ready, and ends those to a node that is not. */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { programInput } from "../harness/program-io.ts";

type Input = { port: number; nodes: number[]; login: { user: string; password: string } };
type Node = { port: number; isReady: boolean; sockets: Set<Socket> };

const CHECK_EVERY_MS = 300;
const CHECK_FOR_MS = 2_000;

const { port, nodes: ports, login } = programInput<Input>();
const nodes: Node[] = ports.map((one) => ({ port: one, isReady: false, sockets: new Set() }));
let next = 0;

const server = createServer((client) => {
  client.on("error", () => client.destroy());
  relay(client, nodes.length);
});
server.listen(port, "127.0.0.1");
for (const node of nodes) void watch(node);

function relay(client: Socket, tries: number): void {
  const ready = nodes.filter(({ isReady }) => isReady);
  const node = ready[next % ready.length];
  next += 1;
  if (!node || tries === 0) return void client.destroy();
  const upstream = connect(node.port, "127.0.0.1");
  upstream.once("error", () => relay(client, tries - 1));
  upstream.once("connect", () => {
    upstream.removeAllListeners("error");
    const end = () => {
      client.destroy();
      upstream.destroy();
      node.sockets.delete(upstream);
    };
    node.sockets.add(upstream);
    for (const one of [client, upstream]) one.setNoDelay(true).on("error", end).on("close", end);
    client.pipe(upstream).pipe(client);
  });
}

async function watch(node: Node): Promise<never> {
  for (;;) {
    node.isReady = await isReady(node.port);
    if (!node.isReady) for (const socket of node.sockets) socket.destroy();
    await pause(CHECK_EVERY_MS);
  }
}

async function isReady(nodePort: number): Promise<boolean> {
  const asking = ask(nodePort).catch(() => false);
  return Promise.race([asking, pause(CHECK_FOR_MS, false)]);
}

async function ask(nodePort: number): Promise<boolean> {
  const connection = await createConnection({
    host: "127.0.0.1",
    port: nodePort,
    ...login,
    connectTimeout: CHECK_FOR_MS,
  });
  const timer = setTimeout(() => connection.destroy(), CHECK_FOR_MS);
  try {
    const [rows] = await connection.query<RowDataPacket[]>("SHOW STATUS LIKE 'wsrep_ready'");
    await connection.end();
    return rows[0]?.Value === "ON";
  } finally {
    clearTimeout(timer);
  }
}
