import { confirmTime } from "~/domain/clock/clock-check.server";
import { databaseNow, db, pool } from "~/services/db.server";

await confirmTime();
console.log(`Workers will trust the database's time, ${(await databaseNow(db)).toISOString()}, within a second.`);
await pool.promise().end();
