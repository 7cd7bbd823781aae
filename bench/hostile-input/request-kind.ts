import type { Accounts } from "../harness/accounts.ts";
import type { Random } from "../harness/random.ts";

export type Target = Accounts & { port: number; isStock: boolean };

/** A form shown again with its errors is 400; a redirect to log in is 302 or 303. */
export const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 422, 429, 431];

export type RequestDraft = {
  name: string;
  method: string;
  path: string;
  headers: [string, string][];
  body?: Buffer;
  expected?: number[];
  isWhole?: boolean;
};

export type RequestKind = (random: Random, target: Target) => RequestDraft;

export const ownerHeaders = ({ owner }: Target): [string, string][] => [["Cookie", owner.cookie]];
