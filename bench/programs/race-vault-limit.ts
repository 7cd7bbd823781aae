/** Schedules many vaults at once against the limit of a plan, and counts those beyond it. */
import { createId } from "@paralleldrive/cuid2";
import { and, count, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { findPlan } from "~/domain/account/plans";
import { takeSlot } from "~/domain/vault/tally.server";
import { COUNTED_STATES } from "~/domain/vault/vault";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories } from "~db/schema";
import { buyPlan, countUnbalanced, refundOrder } from "../harness/buy-plan";
import { createSenderAccount } from "../harness/create-sender";
import { printResult, programInput } from "../harness/program-io";
import { createRandom } from "../harness/random";
import type { LimitRace, LimitRaceInput } from "../limit-race";

const NO_LIMIT = 1_000_000;

const { rounds, speedRounds, atOnce, seed } = programInput<LimitRaceInput>();
const random = createRandom(`${seed} limit race`);
const result: LimitRace = { over: 0, unbalanced: 0, naiveOver: 0, attempts: 0, speeds: [], naiveSpeeds: [] };
for (let round = 0; round < rounds; round += 1) {
  result.over += await race(round % 2 === 1);
  result.attempts += atOnce;
}
result.unbalanced = await countUnbalanced();
result.naiveOver = await naiveRace();
for (let round = 0; round < speedRounds; round += 1) {
  result.speeds.push(await speedOf(insertAfterUpdate));
  result.naiveSpeeds.push(await speedOf(insertAfterCount));
}
await printResult(result);
await closeJobs();
process.exit(0);

async function createUser(vaultLimit: number): Promise<User> {
  return (await createSenderAccount({ vaultLimit })).user;
}

async function countVaults({ id }: User): Promise<number> {
  const counted = and(eq(memories.userId, id), inArray(memories.state, [...COUNTED_STATES]));
  const [row] = await db.select({ vaults: count() }).from(memories).where(counted);
  return row?.vaults ?? 0;
}

/**
 * Vaults beyond the highest limit that the plan ever had. `isPlanChanging` also cancels some, and buys plans and
 * refunds them.
 */
async function race(isPlanChanging: boolean): Promise<number> {
  const user = await createUser(1);
  let limit = 1;
  const changePlan = async () => {
    const planId = random.pick(["starter", "plus"] as const);
    limit = Math.max(limit, findPlan(planId).vaultLimit);
    const order = await buyPlan(user, planId);
    if (random.next() < 0.7) await refundOrder(order);
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const isChange = isPlanChanging && random.next() < 0.01;
      if (isChange) return changePlan();
      const saved = await scheduleVault(user, letter());
      if (isPlanChanging && saved.ok && random.next() < 0.5) await cancelVault(user, saved.id);
    }),
  );
  return Math.max(0, (await countVaults(user)) - limit);
}

/** Vaults beyond a limit of one when counting before the insert. */
async function naiveRace(): Promise<number> {
  const user = await createUser(1);
  await Promise.all(Array.from({ length: atOnce }, () => insertAfterCount(user, 1)));
  return (await countVaults(user)) - 1;
}

/** In attempts per second, with room for all. */
async function speedOf(insert: (user: User, limit: number) => Promise<void>): Promise<number> {
  const user = await createUser(NO_LIMIT);
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => insert(user, NO_LIMIT)));
  const seconds = (performance.now() - start) / 1_000;
  if ((await countVaults(user)) !== atOnce) throw new Error("not every vault was written");
  return atOnce / seconds;
}

function insertAfterUpdate(user: User): Promise<void> {
  return inTransaction(async (tx) => {
    await takeSlot(tx, user);
    await insert(tx, user);
  });
}

function insertAfterCount(user: User, limit: number): Promise<void> {
  return inTransaction(async (tx) => {
    const [row] = await tx.select({ vaults: count() }).from(memories).where(eq(memories.userId, user.id));
    if ((row?.vaults ?? 0) < limit) await insert(tx, user);
  });
}

async function insert(tx: Transaction, user: User): Promise<void> {
  const now = new Date();
  const empty = Buffer.alloc(60);
  await tx.insert(memories).values({
    id: createId(),
    userId: user.id,
    type: "letter",
    state: "scheduled",
    wrappedKey: empty,
    masterKeyId: 1,
    titleEncrypted: empty,
    messageEncrypted: empty,
    idempotencyKey: createId(),
    createdAt: now,
    updatedAt: now,
  });
}

function letter() {
  return {
    type: "letter" as const,
    title: `Letter ${createId()}`,
    message: "Dear reader",
    recipientEmail: "reader@example.net",
    deliveryDate: "2090-01-01",
    deliveryHour: 9,
    deliveryZone: "UTC",
    formId: createId(),
  };
}
