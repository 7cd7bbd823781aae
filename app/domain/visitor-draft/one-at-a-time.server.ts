import type { RowDataPacket } from "mysql2";
import pLimit from "p-limit";
import { pool } from "~/services/db.server";

const PATIENCE_SECONDS = 10;

/** Whoever is at it holds a connection and needs another: some have to be left. */
const inTurn = pLimit(4);

/**
 * Runs `work` on a form while nobody else does, in whatever process: the database keeps the lock as long as the connection
 * is there. @throws Error when the others take too long
 */
export function oneAtATime<Result>(formId: string, work: () => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    const connection = await pool.promise().getConnection();
    const name = `amberkeep.form.${formId}`;
    try {
      const [[lock]] = await connection.query<RowDataPacket[]>("SELECT GET_LOCK(?, ?) AS held", [
        name,
        PATIENCE_SECONDS,
      ]);
      if (Number(lock?.held) !== 1) throw new Error("A form is being handed over for too long.");
      return await work();
    } finally {
      await connection.query("DO RELEASE_LOCK(?)", [name]);
      connection.release();
    }
  });
}
