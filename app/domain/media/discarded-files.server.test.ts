import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import { addMinutes, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { loader as readiness } from "~/routes/readyz";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { discardedFiles } from "~db/schema";
import { createFullAccount } from "../../../tests/factories/full-account";
import { costOf, statementsOf } from "../../../tests/factories/statements";
import { countStuckFiles, deleteDiscarded, discardFiles, forgetFile, STUCK_AFTER } from "./discarded-files.server";

const NOW = clock.now();
/** The store takes no such keys, and so refuses to delete them. */
const refusedKey = () => `not a key/${createId()}`;
const discard = (storageKey: string, at = NOW) =>
  inTransaction((tx) => discardFiles(tx, [{ storageKey, kind: "audio", width: null }], at));
const stored = async (storageKey: string) =>
  (await db.select().from(discardedFiles).where(eq(discardedFiles.storageKey, storageKey)))[0];

let logged: ReturnType<typeof vi.spyOn>;
// A missing folder counts as a disk that is away.
beforeAll(() => mkdir(join(env.AMBERKEEP_HOME, "media"), { recursive: true }));
beforeEach(async () => {
  await db.delete(discardedFiles);
  logged = vi.spyOn(log, "error").mockReturnValue(undefined);
});
afterEach(() => logged.mockRestore());

it("are deleted although hundreds before them cannot be", async () => {
  const earlier = subDays(NOW, 1);
  for (let number = 0; number < 250; number += 1) await discard(refusedKey(), earlier);
  const deletable = `aa/${createId()}`;
  await discard(deletable);
  while ((await deleteDiscarded(undefined, NOW)).isFull);
  expect(await stored(deletable)).toBeUndefined();
  expect(await db.$count(discardedFiles)).toBe(250);
});

it("wait longer with each refusal, and are reported once, to the log and on the page for operators", async () => {
  const key = refusedKey();
  await discard(key, subDays(NOW, 1));
  const waits: number[] = [];
  let now = NOW;
  for (let attempt = 1; attempt <= STUCK_AFTER + 3; attempt += 1) {
    if (attempt === STUCK_AFTER) expect([await countStuckFiles(), logged.mock.calls.length]).toEqual([0, 0]);
    await deleteDiscarded(undefined, now);
    const { attempts = 0, nextAttemptAt = now } = (await stored(key)) ?? {};
    expect(attempts).toBe(attempt);
    waits.push((nextAttemptAt.getTime() - now.getTime()) / 60_000);
    await deleteDiscarded(undefined, addMinutes(nextAttemptAt, -1));
    now = nextAttemptAt;
  }
  expect((await stored(key))?.attempts).toBe(STUCK_AFTER + 3);
  // Ten minutes, twice as long each time, give or take a fifth, up to a day.
  for (const [index, minutes] of waits.entries()) {
    const expected = Math.min(10 * 2 ** index, 24 * 60);
    expect(minutes).toBeGreaterThanOrEqual(expected * 0.79);
    expect(minutes).toBeLessThanOrEqual(expected * 1.21);
  }
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ files: 1, storageKeys: [key] });
  expect(await countStuckFiles()).toBe(1);
  expect(await (await readiness()).text()).toContain("the media store refuses to delete 1 file");
});

it("are looked for by their ids, and not in all vaults, when a removed upload arrives", async () => {
  await createFullAccount(100, NOW);
  const late = { id: createId(), storageKey: `aa/${createId()}`, kind: "audio" as const, width: null };
  const statements = await statementsOf(() => forgetFile(late));
  const counts = statements.filter((statement) => statement.startsWith("select count(*)"));
  expect(counts).toHaveLength(3);
  expect((await costOf(counts)).read).toBeLessThan(10);
});
