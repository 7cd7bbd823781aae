import { once } from "node:events";
import { statfsSync } from "node:fs";
import type { Child, Children } from "../../scripts/launch/children.ts";
import { runCommand, runOrFail } from "../../scripts/launch/commands.ts";

/** A file system in memory whose size can be changed. */
export type SmallDisk = {
  folder: string;
  fill: () => Promise<void>;
  makeRoom: () => Promise<void>;
  process: Child;
};

/** Exists on every Linux; covered for one process and what it starts only. */
const MOUNTED_AT = "/mnt";
const SIZE = 8 * 2 ** 30;
/** In bytes: what may be written between reading how full the disk is and filling it. */
const MARGIN = 2 ** 20;

/** Needs no root. Undefined where the system allows no mounts of one's own, as macOS and some containers. */
export async function mountSmallDisk(children: Children): Promise<SmallDisk | undefined> {
  const script = `mount -t tmpfs -o size=${SIZE} amberkeep ${MOUNTED_AT} && echo mounted && exec sleep infinity`;
  const holder = children.start({
    name: "The disk",
    command: "unshare",
    args: ["--user", "--map-root-user", "--mount", "/bin/sh", "-c", script],
    tier: "database",
    options: { cwd: "/", stdio: ["ignore", "pipe", "ignore"] },
  });
  if (holder.stdout) await Promise.race([once(holder.stdout, "data"), holder.exited]);
  if (!holder.isRunning()) return undefined;

  // Others reach it through this process only.
  const folder = `/proc/${holder.pid}/root${MOUNTED_AT}`;
  const resize = (bytes: number) =>
    runOrFail(
      "The disk could not be resized:",
      runCommand(children, "nsenter", [
        ...[`--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"],
        ...["mount", "-o", `remount,size=${bytes}`, MOUNTED_AT],
      ]),
    );
  return {
    folder,
    process: holder,
    fill() {
      const { bsize, blocks, bfree } = statfsSync(folder);
      return resize((blocks - bfree) * bsize + MARGIN);
    },
    makeRoom: () => resize(SIZE),
  };
}
