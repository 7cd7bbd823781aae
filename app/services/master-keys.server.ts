import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/env.server";
import { masterKeys } from "~db/schema";
import { keyedDigest, masterKeyChecks } from "./cipher.server";
import * as clock from "./clock.server";
import { databaseErrorCode, db } from "./db.server";
import { keepFact, saveFact } from "./installation-facts.server";
import { describeError, log } from "./log.server";

/** The message is one sentence for the operator. */
export class WrongMasterKeys extends Error {
  override name = "WrongMasterKeys";
}

/**
 * Compares VAULT_MASTER_KEYS and APP_SECRET with those that this database was written with, and records new ones.
 * @throws WrongMasterKeys when one differs or is missing
 */
export async function checkMasterKeys(now = clock.now()): Promise<void> {
  await checkSecret();
  const configured = masterKeyChecks();
  await compare(configured);
  const rows = [...configured].map(([keyId, checkValue]) => ({ keyId, checkValue, createdAt: now }));
  await db.insert(masterKeys).ignore().values(rows);
  // Another process may have recorded another key under the same number meanwhile.
  await compare(configured);
}

const SECRET_CHECK = "app_secret_check";

async function checkSecret(): Promise<void> {
  const check = keyedDigest(SECRET_CHECK, "");
  if (env.APP_SECRET_CHANGED) return saveFact(SECRET_CHECK, check);
  if ((await keepFact(SECRET_CHECK, check)) === check) return;
  throw new WrongMasterKeys(
    "APP_SECRET is not the secret that this database was written with: restore it, or set APP_SECRET_CHANGED=1 once to go on with a new one, with which the links in mails already sent stop working.",
  );
}

async function compare(configured: Map<number, string>): Promise<void> {
  for (const { keyId, checkValue } of await db.select().from(masterKeys)) {
    const given = configured.get(keyId);
    if (given === checkValue) continue;
    const problem = given === undefined ? "is missing" : "is not the key that this database was written with";
    throw new WrongMasterKeys(
      `Master key ${keyId} in VAULT_MASTER_KEYS ${problem}: restore it from your backup of the keys, since nothing that it protects can be read without it.`,
    );
  }
}

const WRONG_LOGIN = "does not accept its user name and password.";

/** By the errors of wrong settings. Others may pass once the database has started. */
const REFUSALS: Record<string, string> = {
  ER_ACCESS_DENIED_ERROR: WRONG_LOGIN,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: WRONG_LOGIN,
  ER_NO_DB_ERROR: "needs the name of a database at its end.",
};

/**
 * Waits for MySQL. Ends the process when `DATABASE_URL` or the keys are wrong, before anything is written with them.
 */
export async function ensureMasterKeys(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await checkMasterKeys();
    } catch (error) {
      if (error instanceof WrongMasterKeys) {
        log.fatal(error.message);
        process.exit(1);
      }
      const refusal = REFUSALS[databaseErrorCode(error) ?? ""];
      if (refusal) {
        log.fatal(`DATABASE_URL cannot be used: MySQL ${refusal}`);
        process.exit(1);
      }
      if (attempt % 60 === 0) {
        const { code } = describeError(error);
        const awaited = code === "ER_NO_SUCH_TABLE" ? "npm run migrate" : "MySQL";
        log.warn({ err: error, code }, `the master keys could not be checked yet; waiting for ${awaited}`);
      }
      await pause(1_000);
    }
  }
}
