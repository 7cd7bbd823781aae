import { isCalendarDate } from "~/domain/calendar/delivery-date";
import { applyRetention } from "~/domain/maintenance/retention.server";
import { listEnding } from "~/domain/maintenance/retention-preview.server";
import * as clock from "~/services/clock.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { closeConnections } from "./close-connections";
import { parseCommandLine } from "./command-line";

const USAGE = "Usage: npm run retention -- [--dry-run [--until 2034-12-31]]";

const { values } = parseCommandLine(USAGE, {
  options: { "dry-run": { type: "boolean", default: false }, until: { type: "string" } },
});
const { until } = values;

if (until !== undefined && (!values["dry-run"] || !isCalendarDate(until))) {
  console.error(USAGE);
  process.exitCode = 1;
} else if (values["dry-run"]) {
  const end = until ? new Date(`${until}T23:59:59.999Z`) : clock.now();
  const ending = await listEnding(end);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  for (const { id, state, endsAt, notices, files, bytes } of ending) {
    console.log(`${day(endsAt)}  ${id}  ${state}, ${notices} of 3 notices, ${files} files, ${bytes} bytes`);
  }
  const vaults = ending.length === 1 ? "1 vault" : `${ending.length} vaults`;
  console.log(`${vaults} would be deleted by ${day(end)}. Nothing was changed.`);
} else {
  await checkMasterKeys();
  while ((await applyRetention()).isFull);
  console.log("Notices were written, and vaults past their end were deleted.");
}
await closeConnections();
