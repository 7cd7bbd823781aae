import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addSecret, LaunchError } from "./launch-error.ts";
import { replaceFile } from "./replace-file.ts";

const generate = () => ({
  APP_SECRET: randomBytes(48).toString("base64url"),
  VAULT_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
  mysqlPassword: randomBytes(24).toString("base64url"),
  mysqlRootPassword: randomBytes(24).toString("base64url"),
  postgresPassword: randomBytes(24).toString("base64url"),
});

export type Secrets = ReturnType<typeof generate>;

/**
 * Reads `<home>/secrets.json`, or creates it on the first start.
 * @throws LaunchError when unreadable, or missing beside data: new keys would lose every letter
 */
export function openSecrets(home: string): Secrets {
  const file = join(home, "secrets.json");
  const known = readSecrets(file);
  if (!known && ["mysql", "postgres"].some((name) => existsSync(join(home, name)))) {
    throw new LaunchError(
      `${file} is missing, and without it the letters in ${home} cannot be decrypted: restore it, or move that folder away to start over.`,
    );
  }
  const secrets = { ...generate(), ...known };
  if (!known || Object.keys(secrets).some((key) => !(key in known))) {
    replaceFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  }
  for (const [name, value] of Object.entries(secrets)) {
    for (const part of name === "VAULT_MASTER_KEYS" ? value.split(/,?\d+:/) : [value]) addSecret(part);
  }
  return secrets;
}

function readSecrets(file: string): Partial<Secrets> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new LaunchError(`${file} is damaged, and it holds the keys to all letters: restore it from a backup.`);
  }
}
