import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A worker's way to the database, which can break while both ends live on. */
export type WorkerLink = {
  url: string;
  /** Ends all connections, and refuses new ones for `ms`. */
  cut(ms: number): Promise<void>;
  /** Lets nothing through for `ms`, as a network that drops packets. */
  stall(ms: number): Promise<void>;
  close(): void;
};

export async function openWorkerLink(databaseUrl: string): Promise<WorkerLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let stalled: Promise<void> | undefined;

  const server = createServer({ pauseOnConnect: true }, async (client) => {
    client.on("error", () => client.destroy());
    if (isCut) return void client.destroy();
    await stalled;
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        other.destroy();
        sockets.delete(one);
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    async cut(ms) {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      await pause(ms);
      isCut = false;
    },
    async stall(ms) {
      const held = [...sockets];
      for (const socket of held) socket.pause();
      stalled = pause(ms);
      await stalled;
      stalled = undefined;
      for (const socket of held) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
