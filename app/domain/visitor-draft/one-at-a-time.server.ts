import pLimit from "p-limit";
import { pool } from "~/services/db.server";
import { holdLease } from "~db/lease";

/** Handing over needs several connections of the pool. */
const inTurn = pLimit(4);

/** @throws Error when another process, on any machine, hands over the same form for more than a minute */
export function oneAtATime<Result>(formId: string, work: () => Promise<Result>): Promise<Result> {
  return inTurn(() => holdLease(pool.promise(), `form ${formId}`, work));
}
