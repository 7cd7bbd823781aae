import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { keepSecret, Refusal } from "./refusal.ts";

export interface Secrets {
  APP_SECRET: string;
  /** As the setting of that name: `1:<32 bytes in base64>`. */
  VAULT_MASTER_KEYS: string;
  mysqlPassword: string;
  mysqlRootPassword: string;
  postgresPassword: string;
}

const fresh = (): Secrets => ({
  APP_SECRET: randomBytes(48).toString("base64url"),
  VAULT_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
  mysqlPassword: randomBytes(24).toString("base64url"),
  mysqlRootPassword: randomBytes(24).toString("base64url"),
  postgresPassword: randomBytes(24).toString("base64url"),
});

/**
 * The secrets of this installation from `<home>/secrets.json`, made on the first start.
 * @throws Refusal when the file is unreadable, or missing beside data that only its keys can open: new keys would lose every letter.
 */
export function openSecrets(home: string): Secrets {
  const file = join(home, "secrets.json");
  const known = readSecrets(file);
  if (!known && ["mysql", "postgres"].some((name) => existsSync(join(home, name)))) {
    throw new Refusal(
      `${file} is missing, and without it the letters in ${home} cannot be read: put it back, or move that folder away to begin anew.`,
    );
  }
  const secrets = { ...fresh(), ...known };
  if (!known || Object.keys(secrets).some((key) => !(key in known)))
    writeSafely(file, JSON.stringify(secrets, null, 2));
  for (const [name, value] of Object.entries(secrets)) {
    for (const part of name === "VAULT_MASTER_KEYS" ? value.split(/,?\d+:/) : [value]) keepSecret(part);
  }
  return secrets;
}

function readSecrets(file: string): Partial<Secrets> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal(`${file} cannot be read: it holds the keys to all letters, so please restore it from a copy.`);
  }
}

function writeSafely(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, "w", 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}
