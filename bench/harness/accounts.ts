import type { Bench } from "./bench.ts";
import type { Installation } from "./installation.ts";
import { runProgram } from "./programs.ts";

export type SignedIn = { cookie: string; csrf: string };

export type Accounts = {
  /** Has 20 scheduled vaults. */
  owner: SignedIn & { vaultId: string };
  /** Have no vaults, and send files. */
  uploaders: SignedIn[];
  /** Was sent a vault and has opened it. */
  reader: { cookie: string; vaultId: string };
  /** The paths behind the links in a delivery mail and in one that verifies an address. */
  opening: string;
  verification: string;
};

/** Accounts and vaults in a fresh installation. */
export function createAccounts(bench: Bench, { env }: Installation): Promise<Accounts> {
  return runProgram<Accounts>(bench, "create-accounts", { env });
}

export type LargeAccount = { vaults: number; cookie: string; vaultId: string };

/** Accounts with so many vaults each. */
export function createLargeAccounts(bench: Bench, { env }: Installation, sizes: number[]): Promise<LargeAccount[]> {
  return runProgram<LargeAccount[]>(bench, "create-large-accounts", { env, input: sizes });
}
