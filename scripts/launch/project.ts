import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/+$/, "");

/** Reads `.env` of the project, if there is one. What the environment says already stays. */
export function loadSettings(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** The folder of everything we keep, created if need be: `AMBERKEEP_HOME`, or `.amberkeep` in the project. */
export function openHome(path: string = process.env.AMBERKEEP_HOME || ".amberkeep"): string {
  const home = resolve(root, path);
  mkdirSync(home, { recursive: true });
  // Letters and keys live here, so nobody else may look in; under root, Postgres' own account must be able to pass through.
  const user = process.getuid?.();
  if (user === statSync(home).uid) chmodSync(home, user === 0 ? 0o711 : 0o700);
  return home;
}

/** A folder inside the home that only we may enter. */
export function privateFolder(home: string, name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
