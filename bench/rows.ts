import { measureBurst } from "./burst.ts";
import { measureCalendarTruth } from "./calendar-truth.ts";
import { measureCrashRecovery } from "./crash-recovery.ts";
import { measureExportMemory } from "./export-memory.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { measureHelpSearch } from "./help-search.ts";
import { measureHostileInput } from "./hostile-input.ts";
import { measureLimitRace } from "./limit-race.ts";
import { measureMediaStoreMemory } from "./media-store-memory.ts";
import { measureMigration } from "./migration.ts";
import { measureMoneyTruth } from "./money-truth.ts";
import { measureNoJsParity } from "./no-js-parity.ts";
import { measurePageSpeed } from "./page-speed.ts";
import { measurePageWeight } from "./page-weight.ts";
import { measureParty } from "./party.ts";
import { measurePunctuality } from "./punctuality.ts";
import { measureUpload } from "./upload.ts";

export type Row = { number: number; name: string; measure: (bench: Bench) => Promise<Measurement> };

/** The rows of docs/measures.md, except row 1, which is `npm run faults`. */
export const ROWS: Row[] = [
  { number: 2, name: "crash-recovery", measure: measureCrashRecovery },
  { number: 3, name: "punctuality", measure: measurePunctuality },
  { number: 4, name: "burst", measure: measureBurst },
  { number: 5, name: "page-speed", measure: measurePageSpeed },
  { number: 6, name: "page-weight", measure: measurePageWeight },
  { number: 7, name: "no-js-parity", measure: measureNoJsParity },
  { number: 8, name: "upload", measure: measureUpload },
  { number: 9, name: "hostile-input", measure: measureHostileInput },
  { number: 10, name: "limit-race", measure: measureLimitRace },
  { number: 11, name: "money-truth", measure: measureMoneyTruth },
  { number: 12, name: "calendar-truth", measure: measureCalendarTruth },
  { number: 13, name: "media-store-memory", measure: measureMediaStoreMemory },
  { number: 14, name: "party", measure: measureParty },
  { number: 15, name: "export-memory", measure: measureExportMemory },
  { number: 16, name: "migration", measure: measureMigration },
  { number: 17, name: "help-search", measure: measureHelpSearch },
];

export const findRow = (id: string): Row | undefined =>
  ROWS.find(({ number, name }) => id === name || id === String(number));
