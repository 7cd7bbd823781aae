import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LaunchError, redact } from "../../scripts/launch/launch-error.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { createHome } from "./launch.ts";

test("secrets are created once, in the format of the settings, readable only by their owner", () => {
  const home = createHome();
  const secrets = openSecrets(home);
  expect(secrets.APP_SECRET).toMatch(/^[\w-]{64}$/);
  expect(secrets.VAULT_MASTER_KEYS).toMatch(/^1:[A-Za-z0-9+/]{43}=$/);
  expect(openSecrets(home)).toEqual(secrets);
  expect(statSync(join(home, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("secrets are never replaced while there is data that needs them", () => {
  const home = createHome();
  openSecrets(home);
  mkdirSync(join(home, "mysql"));
  rmSync(join(home, "secrets.json"));
  expect(() => openSecrets(home)).toThrow(LaunchError);
  writeFileSync(join(home, "secrets.json"), "{ cut o");
  expect(() => openSecrets(home)).toThrow(LaunchError);
  expect(readFileSync(join(home, "secrets.json"), "utf8")).toBe("{ cut o");
});

test("secrets are redacted from what is printed", () => {
  const { mysqlPassword, VAULT_MASTER_KEYS } = openSecrets(createHome());
  const key = VAULT_MASTER_KEYS.slice(2);
  expect(redact(`mysql://amberkeep:${mysqlPassword}@127.0.0.1 ${key}`)).toBe("mysql://amberkeep:•••@127.0.0.1 •••");
});
