import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { runOwned } from "../../scripts/launch/commands.ts";
import { root } from "../../scripts/launch/project.ts";
import type { Bench, Installation } from "./installation.ts";
import type { Prepared } from "../programs/create-accounts.ts";

/** People and vaults to look at, in a fresh installation. */
export async function prepare({ house }: Bench, { env }: Installation): Promise<Prepared> {
  const { people } = await bundle(join(house.home, "programs"), { people: "bench/programs/create-accounts.ts" });
  const { ok, output } = await runOwned(house.owned, process.execPath, [people], { cwd: root, env });
  const line = output.split("\n").find((one) => one.startsWith('{"owner"'));
  if (!ok || !line) throw new Error(`The people could not be prepared:\n${output.slice(-2_000)}`);
  return JSON.parse(line);
}
