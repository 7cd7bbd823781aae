import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Refusal, withoutSecrets } from "../../scripts/launch/refusal.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { newHome } from "./launching.ts";

function openHome(): string {
  const home = newHome();
  mkdirSync(home);
  return home;
}

test("are made once, in the form the app asks for, and readable by their owner only", () => {
  const home = openHome();
  const secrets = openSecrets(home);
  expect(secrets.APP_SECRET).toMatch(/^[\w-]{64}$/);
  expect(secrets.VAULT_MASTER_KEYS).toMatch(/^1:[A-Za-z0-9+/]{43}=$/);
  expect(openSecrets(home)).toEqual(secrets);
  expect(statSync(join(home, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("are never replaced beside letters that only they can open", () => {
  const home = openHome();
  openSecrets(home);
  mkdirSync(join(home, "mysql"));
  rmSync(join(home, "secrets.json"));
  expect(() => openSecrets(home)).toThrow(Refusal);
  writeFileSync(join(home, "secrets.json"), "{ cut o");
  expect(() => openSecrets(home)).toThrow(Refusal);
  expect(readFileSync(join(home, "secrets.json"), "utf8")).toBe("{ cut o");
});

test("do not reach the terminal", () => {
  const { mysqlPassword, VAULT_MASTER_KEYS } = openSecrets(openHome());
  const key = VAULT_MASTER_KEYS.slice(2);
  expect(withoutSecrets(`mysql://amberkeep:${mysqlPassword}@127.0.0.1 ${key}`)).toBe(
    "mysql://amberkeep:•••@127.0.0.1 •••",
  );
});
