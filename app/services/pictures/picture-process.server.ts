import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { log } from "../log.server";

const MB = 1024 * 1024;
/** Of memory that it uses; of memory that it may write to, with stacks and what V8 reserves, for `ulimit`. */
const MAX_BYTES = { used: 340 * MB, writable: 460 * MB };
/** For one step, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Beside the source; in the build beside or above the chunk that this file is in. */
const PROGRAM = ["./program.server.mjs", "./picture-process.js", "../picture-process.js"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** Compiled code would need a range of 512 MB. */
const FLAGS = ["--jitless", "--expose-gc", "--max-old-space-size=64"];
const COMMAND = [process.execPath, ...FLAGS, PROGRAM ?? "", String(MAX_BYTES.used)];
/** No secrets. One thread and one arena; large blocks are returned to the system when they are freed. */
const SETTINGS = {
  NODE_ENV: "production",
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
} as const;

export class PictureTooHeavy extends Error {}
export class PictureDamaged extends Error {}

type Answer =
  | { isReady: true }
  | ({ bytesUsed: number } & ({ ok: true; value: unknown } | { ok: false; message: string }));

export type PictureProcess = {
  pid: number | undefined;
  /**
   * One at a time.
   * @throws PictureDamaged
   * @throws PictureTooHeavy when the process ends meanwhile; it cannot be used again
   */
  ask: (ask: "open" | "draw", input: unknown) => Promise<unknown>;
  isRunning: () => boolean;
  /** After the last step. */
  bytesUsed: () => number;
  /** Whether this process waits for it to end. */
  hold: (isHeld: boolean) => void;
  stop: () => void;
};

/** Starts the program without the settings of this process, which are secret. It ends with this process. */
export function startPictureProcess(): PictureProcess {
  const child = spawn("/bin/sh", ["-c", `ulimit -d ${MAX_BYTES.writable / 1024}; exec "$0" "$@"`, ...COMMAND], {
    env: SETTINGS,
    cwd: "/",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  let isReady = false;
  let isRunning = true;
  let bytesUsed = 0;
  let waiting: PromiseWithResolvers<unknown> | undefined;

  child.on("message", (answer: Answer) => {
    if ("isReady" in answer) {
      isReady = true;
      return;
    }
    bytesUsed = answer.bytesUsed;
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(new PictureDamaged(answer.message));
  });
  const ended = (error: Error) => {
    isRunning = false;
    waiting?.reject(error);
  };
  child.on("error", ended);
  child.on("exit", (code, signal) => {
    if (waiting) log.warn({ pid: child.pid, code, signal }, "the picture process exited during a request");
    ended(isReady ? new PictureTooHeavy() : new Error("The picture process did not start."));
  });

  return {
    pid: child.pid,
    async ask(ask, input) {
      waiting = Promise.withResolvers();
      const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
      try {
        if (!isRunning) throw new PictureTooHeavy();
        child.send({ ask, input }, (error) => error && ended(new PictureTooHeavy()));
        return await waiting.promise;
      } finally {
        clearTimeout(timer);
        waiting = undefined;
      }
    },
    isRunning: () => isRunning && child.connected,
    bytesUsed: () => bytesUsed,
    hold(isHeld) {
      if (isHeld) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    stop() {
      isRunning = false;
      if (child.connected) child.disconnect();
    },
  };
}
