import { confirmTime } from "~/domain/clock/clock-check.server";
import { databaseNow, db } from "~/services/db.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

parseCommandLine("Usage: npm run confirm-time, without arguments.", {});
await confirmTime();
console.log(`Workers will trust the database's time, ${(await databaseNow(db)).toISOString()}, within a second.`);
await closeConnections();
