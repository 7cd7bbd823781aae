import { eq, sql } from "drizzle-orm";
import { db, inTransaction } from "~/services/db.server";
import { providerAllowances } from "~db/schema";
import { burstOf, type Granted, grant, LONGEST_PAUSE_MS, pauseEnd, type Wanted } from "./allowance";

/** Takes from the allowance of a provider, which all workers share; of several at once each sees what the others took. */
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
      // Of two that find none, the second waits here and then counts from what the first left.
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

/** Lets no worker send anything more through a provider that asked for a rest. Answers the end of it. */
export async function pauseProvider(provider: string, seconds: number, now: Date): Promise<Date> {
  const pausedUntil = new Date(now.getTime() + Math.min(seconds * 1000, LONGEST_PAUSE_MS));
  const column = providerAllowances.pausedUntil;
  const asked = sql.param(pausedUntil, column);
  const furthest = sql.param(new Date(now.getTime() + LONGEST_PAUSE_MS), column);
  await db
    .insert(providerAllowances)
    .values({ provider, tokens: 0, countedAt: now, pausedUntil })
    .onDuplicateKeyUpdate({
      // The longer of two; but what a clock that was set back since has put too far ahead is no pause any more.
      set: {
        pausedUntil: sql`case when ${column} > ${asked} and ${column} <= ${furthest} then ${column} else ${asked} end`,
      },
    });
  return pausedUntil;
}
