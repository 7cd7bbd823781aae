import type { RowDataPacket } from "mysql2";
import pLimit from "p-limit";
import { pool } from "~/services/db.server";

const LOCK_TIMEOUT_SECONDS = 10;

/** Each holder of a lock keeps a connection and needs another one. */
const inTurn = pLimit(4);

/** @throws Error when the lock, which all processes share, is not free in time */
export function oneAtATime<Result>(formId: string, work: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    const connection = await pool.promise().getConnection();
    const name = `amberkeep.form.${formId}`;
    try {
      const [[lock]] = await connection.query<RowDataPacket[]>("SELECT GET_LOCK(?, ?) AS held", [
        name,
        LOCK_TIMEOUT_SECONDS,
      ]);
      if (Number(lock?.held) !== 1) throw new Error("The lock on a form timed out.");
      return await work();
    } finally {
      await connection.query("DO RELEASE_LOCK(?)", [name]);
      connection.release();
    }
  });
}
