import { hash, verify } from "@node-rs/argon2";

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice of parameters (Password Storage Cheat Sheet). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The PHC string of `password`, which carries its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Whether `password` is the one behind `passwordHash`. Without a hash (no such account) it takes the same time and
 * says no, so that the answer's timing does not tell who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("an account that does not exist");
  const matches = await verify(passwordHash ?? (await decoy), password, OPTIONS);
  return passwordHash !== undefined && matches;
}
