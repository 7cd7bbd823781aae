/**
 * Sends many vaults at once against the limit of a plan, as many rounds as the first argument says, from the seed in
 * the second, and prints what came of it. Bundled.
 */
import { createId } from "@paralleldrive/cuid2";
import { and, count, eq, inArray } from "drizzle-orm";
import { signUp } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { takePlace } from "~/domain/vault/tally.server";
import { COUNTED_STATES } from "~/domain/vault/vault";
import { cancelVault, scheduleVault } from "~/domain/vault/vault.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories, profiles } from "~db/schema";
import { createRandom } from "../harness/random";

/** Vaults beyond the limit, in all rounds; attempts per second of each way, one figure for each round of speed. */
export type LimitRace = { over: number; naiveOver: number; attempts: number; ours: number[]; naive: number[] };

const AT_ONCE = 1_000;
const SPEED_ROUNDS = 3;
const ROOM_FOR_ALL = 1_000_000;

type User = ReturnType<typeof toUser>;

const [rounds = 0] = process.argv.slice(2).map(Number);
const random = createRandom(`${process.argv[3]} limit race`);
const result: LimitRace = { over: 0, naiveOver: 0, attempts: 0, ours: [], naive: [] };
for (let round = 0; round < rounds; round += 1) {
  result.over += await race(round % 2 === 1);
  result.attempts += AT_ONCE;
}
result.naiveOver = await naiveRace();
for (let round = 0; round < SPEED_ROUNDS; round += 1) {
  result.ours.push(await speedOf(insertBehindUpdate));
  result.naive.push(await speedOf(insertBehindCount));
}
console.log(JSON.stringify(result));
await closeJobs();
process.exit(0);

async function createUser(vaultLimit: number): Promise<User> {
  const account = await signUp({ fullName: "Ada", email: `${createId()}@example.org`, password: "Correct-Horse-9" });
  if (!account.ok) throw new Error(account.reason);
  await db.update(profiles).set({ vaultLimit }).where(eq(profiles.id, account.userId));
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, account.userId));
  if (!profile) throw new Error("no profile");
  return toUser(profile);
}

async function vaultsOf({ id }: User): Promise<number> {
  const counted = and(eq(memories.userId, id), inArray(memories.state, [...COUNTED_STATES]));
  const [row] = await db.select({ vaults: count() }).from(memories).where(counted);
  return row?.vaults ?? 0;
}

/** How many vaults there are beyond the highest limit that the plan ever had; some are cancelled and the plan changes meanwhile. */
async function race(isDisturbed: boolean): Promise<number> {
  const user = await createUser(1);
  let limit = 1;
  const setLimit = async (vaultLimit: number) => {
    limit = Math.max(limit, vaultLimit);
    await db.update(profiles).set({ vaultLimit }).where(eq(profiles.id, user.id));
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const isChange = isDisturbed && random.next() < 0.01;
      if (isChange) return setLimit(random.pick([1, 5, 10]));
      const saved = await scheduleVault(user, letter());
      if (isDisturbed && saved.ok && random.next() < 0.5) await cancelVault(user, saved.id);
    }),
  );
  return Math.max(0, (await vaultsOf(user)) - limit);
}

/** What a count before the insert lets through, against a limit of one. */
async function naiveRace(): Promise<number> {
  const user = await createUser(1);
  await Promise.all(Array.from({ length: AT_ONCE }, () => insertBehindCount(user, 1)));
  return (await vaultsOf(user)) - 1;
}

/** Attempts per second while there is room for all: both do nothing but their check and one insert. */
async function speedOf(insert: (user: User, limit: number) => Promise<void>): Promise<number> {
  const user = await createUser(ROOM_FOR_ALL);
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => insert(user, ROOM_FOR_ALL)));
  const seconds = (performance.now() - start) / 1_000;
  if ((await vaultsOf(user)) !== AT_ONCE) throw new Error("not every vault was written");
  return AT_ONCE / seconds;
}

function insertBehindUpdate(user: User): Promise<void> {
  return inTransaction(async (tx) => {
    await takePlace(tx, user);
    await insert(tx, user);
  });
}

function insertBehindCount(user: User, limit: number): Promise<void> {
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
    submissionId: createId(),
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
    submissionId: createId(),
  };
}
