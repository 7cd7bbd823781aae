import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Bench, Installation } from "./installation.ts";
import type { Prepared } from "./people.ts";

/** People and vaults to look at, in a fresh installation. */
export async function prepare({ supervisor }: Bench, { env }: Installation): Promise<Prepared> {
  const { people } = await bundle(join(supervisor.home, "programs"), { people: "scripts/bench/people.ts" });
  const { ok, output } = await runCommand(supervisor.children, process.execPath, [people], { cwd: root, env });
  const line = output.split("\n").find((one) => one.startsWith('{"owner"'));
  if (!ok || !line) throw new Error(`The people could not be prepared:\n${output.slice(-2_000)}`);
  return JSON.parse(line);
}
