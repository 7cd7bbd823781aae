import { randomInt } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import getPort, { clearLockedPorts, portNumbers } from "get-port";

type Name = "mysql" | "postgres" | "web";
type Ports = Partial<Record<Name, number>>;

function readPorts(file: string): Ports {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** Returns the first of these ports that is free on every address of this machine, else any free one. */
async function findFreePort(candidates: Iterable<number>, exclude: number[] = []): Promise<number> {
  // get-port refuses for some seconds to return a port again; ports.json does that for good.
  clearLockedPorts();
  return getPort({ port: candidates, exclude });
}

export const isPortFree = async (port: number): Promise<boolean> => (await findFreePort([port])) === port;

/**
 * Returns a free port, the same on every start unless another program has taken it; kept in `<home>/ports.json`. The web
 * gets 3000 or the next free one, a database a random one below the ports that the system assigns by itself.
 */
export async function rememberedPort(home: string, name: Name): Promise<number> {
  const file = join(home, "ports.json");
  const known = readPorts(file)[name];
  if (known && (await isPortFree(known))) return known;
  const candidates = portNumbers(name === "web" ? 3000 : randomInt(20_000, 32_000), 65_535);
  const port = await findFreePort(candidates, Object.values(readPorts(file)));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...readPorts(file), [name]: port }));
  renameSync(draft, file);
  return port;
}
