import { accessSync, chmodSync, constants, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadEnv } from "../load-env.ts";
import { LaunchError } from "./launch-error.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/+$/, "");

/** Variables already set win over `.env`. */
export function loadSettings(): void {
  loadEnv(join(root, ".env"));
}

const there = "there is a file in its place";
const notWritable = "this user may not write there; perhaps another user started Amberkeep before";

const reasons: Record<string, string> = {
  EEXIST: there,
  ENOTDIR: there,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
};

/** @throws LaunchError with one sentence when it cannot be written */
export function openHome(path: string = process.env.AMBERKEEP_HOME || ".amberkeep"): string {
  const home = resolve(root, path);
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new LaunchError(`The data folder ${home} cannot be used: ${reasons[code] ?? message}.`);
  }
  // Private, but when root starts it, the Postgres account must be able to pass through.
  const user = process.getuid?.();
  if (user === statSync(home).uid) chmodSync(home, user === 0 ? 0o711 : 0o700);
  return home;
}

export function privateFolder(home: string, name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
