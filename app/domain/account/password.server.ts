import { hash, verify } from "@node-rs/argon2";

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice of parameters (Password Storage Cheat Sheet). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Takes the same time without a hash, so timing does not reveal whether an account exists. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("an account that does not exist");
  const matches = await verify(passwordHash ?? (await decoy), password, OPTIONS);
  return passwordHash !== undefined && matches;
}
