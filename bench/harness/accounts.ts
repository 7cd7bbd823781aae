import type { Bench } from "./bench.ts";
import type { Installation } from "./installation.ts";
import { runProgram } from "./programs.ts";

export type SignedIn = { cookie: string; csrf: string };

export type Accounts = {
  /** Has 20 scheduled vaults. */
  owner: SignedIn & { vaultId: string };
  uploaders: SignedIn[];
  reader: { cookie: string; vaultId: string };
  /** Paths of the links in a delivery mail and in a verification mail. */
  opening: string;
  verification: string;
};

export function createAccounts(bench: Bench, { env }: Installation): Promise<Accounts> {
  return runProgram<Accounts>(bench, "create-accounts", { env });
}

export type LargeAccount = { vaults: number; cookie: string; vaultId: string };

export function createLargeAccounts(bench: Bench, { env }: Installation, sizes: number[]): Promise<LargeAccount[]> {
  return runProgram<LargeAccount[]>(bench, "create-large-accounts", { env, input: sizes });
}
