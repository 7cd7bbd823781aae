import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../scripts/launch/ports";

/** Sets DATABASE_URL to a way to the tests' MySQL that can be opened and cut; call it before the app is loaded. */
export async function proxyMysql(): Promise<{ open: () => Promise<void>; cut: () => void }> {
  const mysql = new URL(process.env.DATABASE_URL ?? "");
  const port = await freePort();
  process.env.DATABASE_URL = Object.assign(new URL(mysql), { hostname: "127.0.0.1", port: String(port) }).href;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(mysql.port), mysql.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    client.pipe(upstream).pipe(client);
  });
  return {
    async open() {
      await once(server.listen(port, "127.0.0.1"), "listening");
    },
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
