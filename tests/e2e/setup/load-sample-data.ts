import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { FormClient } from "./form-client.ts";
import type { MailFolder } from "./mailbox.ts";
import { createSampleData, type SampleData } from "./sample-data.ts";

/** Loads the sample data of this run from `file`, which the first worker that needs it creates. */
export async function loadSampleData(file: string, url: string, mailbox: MailFolder): Promise<SampleData> {
  const lock = `${file}.lock`;
  for (;;) {
    const json = await readFile(file, "utf8").catch(() => undefined);
    if (json) return JSON.parse(json, revive);
    const held = await open(lock, "wx").catch(() => undefined);
    if (held) {
      await held.close();
      try {
        await writeFile(`${file}.new`, JSON.stringify(await createSampleData(url, mailbox)));
        await rename(`${file}.new`, file);
      } finally {
        await rm(lock);
      }
    }
    await pause(100);
  }
}

function revive(_: string, value: unknown): unknown {
  const isClient = typeof value === "object" && value !== null && "cookies" in value;
  return isClient ? FormClient.from(value as ReturnType<FormClient["toJSON"]>) : value;
}
