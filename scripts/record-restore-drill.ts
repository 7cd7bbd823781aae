import { isCalendarDate } from "~/domain/calendar/delivery-date";
import { recordRestoreDrill } from "~/domain/promise/restore-drill.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE = "Usage: npm run record-restore-drill -- DATE, such as 2026-11-20, today or earlier.";

const { positionals } = parseCommandLine(USAGE, { allowPositionals: true });
const today = new Date().toISOString().slice(0, 10);
const [day = today] = positionals;
const isPast = isCalendarDate(day) && day <= today;
if (isPast) await recordRestoreDrill(day);
await closeConnections();

if (isPast) console.log(`/promise says that a backup was restored and checked on ${day}.`);
else console.error(USAGE);
process.exitCode = isPast ? 0 : 1;
