import { randomInt } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

type Name = "mysql" | "postgres" | "web";

const read = (file: string): Partial<Record<Name, number>> => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
};

/** Whether a server may listen on the port: nothing holds it on this address, and nothing answers on localhost. */
export async function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  for (const address of new Set([host, "127.0.0.1"])) if (!(await canListen(port, address))) return false;
  // Browsers take "localhost" to either of these, and on macOS a port that answers there can still be listened on.
  for (const address of ["127.0.0.1", "::1"]) if (await answers(port, address)) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRNOTAVAIL"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
    socket.setTimeout(1000, () => end(false));
  });
}

/**
 * A free port, the same on every start: chosen once, kept in `<home>/ports.json`, and moved only when somebody else has taken it.
 * The web's is 3000 or the next free one; a database's is a random one below those that the system hands out by itself.
 */
export async function rememberedPort(home: string, name: Name, host?: string): Promise<number> {
  const file = join(home, "ports.json");
  const known = read(file)[name];
  if (known && (await isPortFree(known, host))) return known;
  for (let port = name === "web" ? 3000 : randomInt(20_000, 32_000); port < 65_536; port++) {
    if (Object.values(read(file)).includes(port) || !(await isPortFree(port, host))) continue;
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ ...read(file), [name]: port }));
    renameSync(draft, file);
    return port;
  }
  throw new Error("No port is free on this machine");
}
