import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/+$/, "");

/** Variables already set win over `.env`. */
export function loadSettings(): void {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export function openHome(path: string = process.env.AMBERKEEP_HOME || ".amberkeep"): string {
  const home = resolve(root, path);
  mkdirSync(home, { recursive: true });
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
