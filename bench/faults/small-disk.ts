import { once } from "node:events";
import { statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Child, Children } from "../../scripts/launch/children.ts";
import { runCommand, runOrFail } from "../../scripts/launch/commands.ts";
import type { MysqlBinaries } from "../../scripts/launch/mysql-binaries.ts";
import { privateFolder } from "../../scripts/launch/project.ts";

/** A file system in memory whose size can be changed. */
export type SmallDisk = {
  folder: string;
  fill: () => Promise<void>;
  makeRoom: () => Promise<void>;
  /** Programs that see the disk where it is mounted. */
  withBinaries: (binaries: MysqlBinaries) => MysqlBinaries;
  process: Child;
};

/** Exists on every Linux; mounted over for one process and its children only. */
const MOUNTED_AT = "/mnt";
const SIZE = 8 * 2 ** 30;
/** In bytes: room for writes between reading the free space and filling it. */
const MARGIN = 2 ** 20;

/** Needs no root. Undefined where the system allows no mounts of one's own, as macOS and some containers. */
export async function mountSmallDisk(children: Children, home: string): Promise<SmallDisk | undefined> {
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
  const entering = [`--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"];
  const resize = (bytes: number) =>
    runOrFail(
      "The disk could not be resized:",
      runCommand(children, "nsenter", [...entering, "mount", "-o", `remount,size=${bytes}`, MOUNTED_AT]),
    );
  function wrap(program: string): string {
    const path = join(privateFolder(home, "run"), `${basename(program)}-on-disk`);
    // Inside the namespace, every user is root.
    const script = `#!/bin/sh\nexec nsenter ${entering.join(" ")} -- '${program}' "$@" --user=root\n`;
    writeFileSync(path, script, { mode: 0o700 });
    return path;
  }
  return {
    folder,
    process: holder,
    fill() {
      const { bsize, blocks, bfree } = statfsSync(folder);
      return resize((blocks - bfree) * bsize + MARGIN);
    },
    makeRoom: () => resize(SIZE),
    withBinaries: ({ server, installer, ...rest }) => ({
      ...rest,
      server: wrap(server),
      ...(installer && { installer: wrap(installer) }),
    }),
  };
}
