import { join, relative } from "node:path";
import { stopLeftovers } from "./leftovers.ts";
import { takeLock } from "./lock-file.mjs";
import { createOwnedProcesses, type OwnedProcesses } from "./owned-processes.ts";
import { createProgress, type Progress } from "./progress.ts";
import { openHome, root } from "./project.ts";
import { explain, Refusal } from "./refusal.ts";

export interface House {
  home: string;
  /** An argument nobody else's processes have: given to web and worker, it proves them ours to a later start. */
  mark: string;
  owned: OwnedProcesses;
  progress: Progress;
}

interface Options {
  /** The folder to keep things in, if not the usual one. */
  home?: string;
  /** Said while stopping on Ctrl-C, and after; nothing when left out. */
  farewell?: { stopping: string; stopped: string };
  /** The exit code after Ctrl-C. */
  interrupted?: number;
}

/**
 * Runs `work` as the only one in its home, and ends this process with the code it returns. However it ends, by itself, by an error, by
 * Ctrl-C or by the end of the process that started us, everything that was started is stopped first.
 */
export async function runHouse(options: Options, work: (house: House) => Promise<number>): Promise<never> {
  const progress = createProgress();
  let owned: OwnedProcesses | undefined;
  let release = () => {};

  async function close(code: number): Promise<never> {
    await owned?.stopAll();
    release();
    process.exit(code);
  }

  let interruptedAt = 0;
  async function interrupt() {
    // A terminal sends Ctrl-C to npm and to us, and npm passes it on: the same one, not a second.
    const isEcho = Date.now() - interruptedAt < 700;
    if (interruptedAt && isEcho) return;
    if (interruptedAt) return owned?.hurry();
    interruptedAt = Date.now();
    progress.end();
    if (options.farewell) progress.say(`\n${options.farewell.stopping}`);
    await owned?.stopAll();
    if (options.farewell) progress.say(options.farewell.stopped);
    await close(options.interrupted ?? 0);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, () => void interrupt());
  process.channel?.unref();
  // The terminal may be gone while there is still something to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  try {
    const home = openHome(options.home);
    const taken = takeLock(join(home, "running.lock"));
    if (!taken.ok) {
      const where = relative(root, home).startsWith("..") ? home : relative(root, home);
      throw new Refusal(
        `Amberkeep is already running here (process ${taken.pid}, with its data in ${where}): stop that one first.`,
      );
    }
    release = taken.lock.release;
    owned = createOwnedProcesses();
    const mark = `--amberkeep-home=${home}`;
    await stopLeftovers({ argument: mark, rank: "app" });
    const code = await work({ home, mark, owned, progress });
    return interruptedAt ? await new Promise(() => {}) : await close(code);
  } catch (error) {
    if (interruptedAt) return new Promise(() => {});
    progress.end();
    console.error(`\n${explain(error)}`);
    return close(1);
  }
}
