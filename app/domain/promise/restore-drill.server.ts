import { readFact, saveFact } from "~/services/installation-facts.server";

const DRILL = "restore_drill";

/** `day` is the date, `YYYY-MM-DD`, on which a backup was restored and checked. */
export async function recordRestoreDrill(day: string): Promise<void> {
  await saveFact(DRILL, day);
}

export async function lastRestoreDrill(): Promise<string | undefined> {
  return readFact(DRILL);
}
