import type { Random } from "../harness/random.ts";
import type { Prepared } from "../programs/create-accounts.ts";

export type Target = Prepared & { port: number; isStock: boolean };

/** Refusals of every kind. A page shown again with what is wrong is 400, one that does not exist 404, a login that is asked for 302 or 303. */
export const REFUSED = [400, 403, 404, 405, 408, 411, 413, 414, 415, 417, 422, 429, 431];

export type Draft = {
  name: string;
  method: string;
  path: string;
  headers: [string, string][];
  body?: Buffer;
  expected?: number[];
  isWhole?: boolean;
};

export type Kind = (random: Random, target: Target) => Draft;

export const ownerHeaders = ({ owner }: Target): [string, string][] => [["Cookie", owner.cookie]];
