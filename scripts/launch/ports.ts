import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import getPort, { clearLockedPorts, portNumbers } from "get-port";
import { replaceFile } from "./replace-file.ts";

type Name = "mysql" | "postgres" | "web";
type Ports = Partial<Record<Name, number>>;

function readPorts(file: string): Ports {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** Free on every address of this machine; else any free port. */
async function findFreePort(candidates: Iterable<number>, exclude: number[] = []): Promise<number> {
  // get-port does not return a port again for some seconds; ports.json does that for good.
  clearLockedPorts();
  return getPort({ port: candidates, exclude });
}

export const isPortFree = async (port: number): Promise<boolean> => (await findFreePort([port])) === port;

/** A random one below those that the system gives to connections, which could take it before a server listens. */
export const freePort = (exclude: number[] = []) =>
  findFreePort(portNumbers(randomInt(20_000, 32_000), 65_535), exclude);

/** Kept in `<home>/ports.json` unless another program has the port. The web gets 3000 or the next free one. */
export async function rememberedPort(home: string, name: Name): Promise<number> {
  const file = join(home, "ports.json");
  const known = readPorts(file)[name];
  if (known && (await isPortFree(known))) return known;
  const others = Object.values(readPorts(file));
  const port = await (name === "web" ? findFreePort(portNumbers(3000, 65_535), others) : freePort(others));
  replaceFile(file, JSON.stringify({ ...readPorts(file), [name]: port }));
  return port;
}

/** Reserves a port by listening on it until it is released. Returns undefined if another process took it first. */
export async function holdPort(port: number): Promise<(() => Promise<void>) | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  return async () => {
    await once(server.close(), "close");
  };
}
