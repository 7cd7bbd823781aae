import { eq, sql } from "drizzle-orm";
import { db, inTransaction } from "~/services/db.server";
import { providerAllowances } from "~db/schema";
import { burstOf, type Granted, grant, LONGEST_PAUSE_MS, pauseEnd, type Wanted } from "./allowance";

/** Takes from a provider's allowance, which all workers share. */
export async function takeAllowance(
  provider: string,
  wanted: Wanted,
  perSecond: number,
  now: Date,
): Promise<Omit<Granted, "allowance">> {
  const isOf = eq(providerAllowances.provider, provider);
  if (perSecond === 0 || wanted.urgent + wanted.others === 0) {
    const [known] = await db.select().from(providerAllowances).where(isOf);
    const until = known && pauseEnd(known, now);
    return until
      ? { urgent: 0, others: 0, isPaused: true, freeAt: until }
      : { ...wanted, isPaused: false, freeAt: now };
  }
  return inTransaction(async (tx) => {
    const find = () => tx.select().from(providerAllowances).where(isOf).for("update");
    let [known] = await find();
    if (!known) {
      // A concurrent insert waits here, then counts from what the first one left.
      await tx
        .insert(providerAllowances)
        .values({ provider, tokens: burstOf(perSecond), countedAt: now })
        .onDuplicateKeyUpdate({ set: { provider } });
      [known] = await find();
    }
    const { allowance, ...granted } = grant(known, wanted, perSecond, now);
    await tx.update(providerAllowances).set(allowance).where(isOf);
    return granted;
  });
}

/** Stops all workers from sending through a provider. Returns when the pause ends. */
export async function pauseProvider(provider: string, seconds: number, now: Date): Promise<Date> {
  const pausedUntil = new Date(now.getTime() + Math.min(seconds * 1000, LONGEST_PAUSE_MS));
  const column = providerAllowances.pausedUntil;
  const asked = sql.param(pausedUntil, column);
  const furthest = sql.param(new Date(now.getTime() + LONGEST_PAUSE_MS), column);
  await db
    .insert(providerAllowances)
    .values({ provider, tokens: 0, countedAt: now, pausedUntil })
    .onDuplicateKeyUpdate({
      // The longer pause wins, unless it exceeds the maximum: then a clock was set back since.
      set: {
        pausedUntil: sql`case when ${column} > ${asked} and ${column} <= ${furthest} then ${column} else ${asked} end`,
      },
    });
  return pausedUntil;
}
