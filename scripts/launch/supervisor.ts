import { join, relative } from "node:path";
import { type Children, createChildren } from "./children.ts";
import { explain, LaunchError } from "./launch-error.ts";
import { takeLock } from "./lock-file.mjs";
import { stopOrphans } from "./orphans.ts";
import { createProgress, type Progress } from "./progress.ts";
import { openHome, root } from "./project.ts";

export interface Supervisor {
  home: string;
  /** An argument of web and worker; a later start finds its orphans with it. */
  processTag: string;
  children: Children;
  progress: Progress;
}

interface Options {
  home?: string;
  messages?: { stopping: string; stopped: string };
  interruptedCode?: number;
}

/** Runs `work` alone on its data folder, stops all children whatever happens, and exits with its code. */
export async function runSupervised(
  options: Options,
  work: (supervisor: Supervisor) => Promise<number>,
): Promise<never> {
  const progress = createProgress();
  let children: Children | undefined;
  let release = () => {};

  async function exit(code: number): Promise<never> {
    await children?.stopAll();
    release();
    process.exit(code);
  }

  let interruptedAt = 0;
  async function interrupt() {
    // npm forwards the Ctrl-C that the terminal also sends here; that is not a second one.
    if (interruptedAt && Date.now() - interruptedAt < 700) return;
    if (interruptedAt) return children?.killAll();
    interruptedAt = Date.now();
    progress.end();
    if (options.messages) progress.say(`\n${options.messages.stopping}`);
    await children?.stopAll();
    if (options.messages) progress.say(options.messages.stopped);
    await exit(options.interruptedCode ?? 0);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(signal, () => void interrupt());
  process.channel?.unref();
  // Writing to a closed terminal must not prevent stopping the children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  try {
    const home = openHome(options.home);
    const taken = takeLock(join(home, "running.lock"));
    if (!taken.ok) {
      const path = relative(root, home);
      throw new LaunchError(
        `Amberkeep is already running here (process ${taken.pid}, data in ${path.startsWith("..") ? home : path}): stop it first.`,
      );
    }
    release = taken.lock.release;
    children = createChildren();
    const processTag = `--amberkeep-home=${home}`;
    await stopOrphans({ argument: processTag });
    const code = await work({ home, processTag, children, progress });
    return interruptedAt ? await new Promise(() => {}) : await exit(code);
  } catch (error) {
    if (interruptedAt) return new Promise(() => {});
    progress.end();
    console.error(`\n${explain(error)}`);
    return exit(1);
  }
}
