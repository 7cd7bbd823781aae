/**
 * The senders of a run, in a process that may be killed at any line. They write, move and cancel vaults around their
 * delivery, through the forms at WEB_URL or else the domain, and print every confirmed change.
 */
import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@paralleldrive/cuid2";
import { and, eq, inArray, like } from "drizzle-orm";
import { makeWorkerUtils } from "graphile-worker";
import type { User } from "~/domain/account/account";
import { startSession, toUser } from "~/domain/account/session.server";
import { dateIn, deliveryInstant } from "~/domain/calendar/delivery-date";
import { recordEvent } from "~/domain/vault/history.server";
import { scheduleVault, updateVault } from "~/domain/writing/schedule.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { env } from "~/env.server";
import { db, inTransaction, lookAfterCommit } from "~/services/db.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { migrate } from "~db/migrate";
import { memories, profiles } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createSenderAccount } from "../harness/create-sender";
import { printResult, programInput } from "../harness/program-io";
import { claimByCard, createCard } from "./card-claims";
import { hasWeb, postVaultForm } from "./forms";
import {
  boardReadersOf,
  type Change,
  letterTitle,
  messageOf,
  type PlannedVault,
  planClaims,
  planNewLetters,
  planVaults,
  readerOf,
} from "./vault-plan";

export type ClientOptions = {
  command: "prepare" | "run";
  seed: string;
  vaults: number;
  seconds: number;
  /** In milliseconds since 1970; decided by `prepare`. */
  startedAt: number;
  migrations: string;
};

/** `deliveryAt` is the confirmed instant. */
export type ConfirmedChange = {
  letter: number;
  kind: Change["kind"] | "write" | "claim";
  done: boolean;
  deliveryAt?: number;
};

const SENDERS = 10;
const options = programInput<ClientOptions>();
const today = dateIn("UTC", new Date());
const nextYear = dateIn("UTC", new Date(Date.now() + 365 * 86_400_000));
const claims = new Map(
  planClaims(options.seed, planVaults(options.seed, options.vaults, options.seconds)).map((one) => [one.letter, one]),
);

await (options.command === "prepare" ? prepare() : run());
process.exit(0);

async function prepare(): Promise<void> {
  await migrate(env.DATABASE_URL, options.migrations);
  // As the web does before it writes anything: workers without one of these keys refuse to start.
  await checkMasterKeys();
  const queue = await makeWorkerUtils({ connectionString: env.WORKER_DATABASE_URL });
  await queue.migrate();
  for (let sender = 0; sender < SENDERS; sender += 1) {
    const email = `sender-${sender}@example.org`;
    await createSenderAccount({ name: `Sender ${sender}`, email, vaultLimit: 1_000_000 });
  }
  const senders = await findSenders();
  const planned = planVaults(options.seed, options.vaults, options.seconds);
  const each = (work: (sender: User, vault: PlannedVault) => Promise<void>) =>
    Promise.all(
      senders.map(async (sender, index) => {
        for (const vault of planned) if (vault.letter % SENDERS === index) await work(sender, vault);
      }),
    );
  const ids = new Map<number, string>();
  await each(async (sender, vault) => void ids.set(vault.letter, await prepareVault(sender, vault)));
  // Nothing may be due before all have their instants.
  const startedAt = Date.now() + 8_000 + planned.length * 5;
  await each(async (_, { letter, dueAfter }) => {
    const deliveryAt = new Date(startedAt + dueAfter * 1_000);
    await db
      .update(memories)
      .set({ deliveryAt })
      .where(eq(memories.id, ids.get(letter) ?? ""));
  });
  await printResult({ startedAt });
}

async function prepareVault(sender: User, { letter, isBoard }: PlannedVault): Promise<string> {
  const scheduled = await scheduleVault(sender, {
    ...letterOf(letter, nextYear, 9),
    ...(isBoard && { boardRecipients: boardReadersOf(letter).map((email) => ({ name: "Reader", email })) }),
    includesMessage: letter % 2 === 0,
    type: isBoard ? "memory-board" : "letter",
    formId: createId(),
  });
  if (!scheduled.ok) throw new Error(scheduled.reason);
  if (claims.has(letter)) await createCard(options.seed, letter, scheduled.id);
  return scheduled.id;
}

async function findSenders(): Promise<User[]> {
  const rows = await db.select().from(profiles).where(like(profiles.email, "sender-%")).orderBy(profiles.email);
  return rows.map(toUser);
}

async function run(): Promise<void> {
  const senders = await retry(findSenders);
  const clients = await Promise.all(senders.map((sender) => retry(() => createClient(sender))));
  const clientOf = (letter: number) => clients[letter % SENDERS] as Client;
  const ahead = (at: number) => options.startedAt + at * 1_000 - Date.now();
  const plan = [
    ...planVaults(options.seed, options.vaults, options.seconds).flatMap(({ letter, change }) =>
      change ? [{ at: change.at, do: () => makeChange(clientOf(letter), letter, change) }] : [],
    ),
    ...planNewLetters(options.seed, options.vaults, options.seconds).map(({ letter, at }) => ({
      at,
      do: () => write(clientOf(letter), letter),
    })),
    ...[...claims.values()].flatMap(({ letter, at }) => at.map((one) => ({ at: one, do: () => claim(letter) }))),
  ];
  await Promise.all(
    plan
      // Skips changes that were planned while this process was dead.
      .filter(({ at }) => ahead(at) > -1_000)
      .map(async (one) => {
        await pause(Math.max(0, ahead(one.at)));
        // An unconfirmed change may or may not have been made.
        await one.do().catch(() => {});
      }),
  );
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(200);
    }
  }
}

type Client = { user: User; browser: Browser | undefined };

async function createClient(user: User): Promise<Client> {
  return { user, browser: hasWeb ? await createBrowser(await startSession(user.id)) : undefined };
}

function confirm(line: ConfirmedChange): void {
  console.log(JSON.stringify(line));
}

async function makeChange(client: Client, letter: number, change: Change): Promise<void> {
  const id = await findVault(letter);
  const { kind } = change;
  if (kind === "cancel") return confirm({ letter, kind, done: (await cancelVault(client.user, id)).ok });
  if (kind === "later") {
    const deliveryAt = new Date(options.startedAt + change.to * 1_000);
    return confirm({ letter, kind, done: await moveBySeconds(id, deliveryAt), deliveryAt: deliveryAt.getTime() });
  }
  const [deliveryDate, deliveryHour] = kind === "next-year" ? [nextYear, 9] : [today, 0];
  const input = letterOf(letter, deliveryDate, deliveryHour);
  const done = client.browser
    ? await postVaultForm(client.browser, `/create?edit=true&id=${id}`, input)
    : (await updateVault(client.user, id, input)).ok;
  confirm({ letter, kind, done, deliveryAt: deliveryInstant(deliveryDate, deliveryHour, "UTC").getTime() });
}

async function write(client: Client, letter: number): Promise<void> {
  const input = { ...letterOf(letter, today, 0), formId: createId() };
  const done = client.browser
    ? await postVaultForm(client.browser, "/create?type=send-to-someone&step=form", input)
    : (await scheduleVault(client.user, { ...input, type: "letter" })).ok;
  confirm({ letter, kind: "write", done, deliveryAt: deliveryInstant(today, 0, "UTC").getTime() });
}

async function claim(letter: number): Promise<void> {
  confirm({ letter, kind: "claim", done: await claimByCard(options.seed, letter) });
}

function letterOf(letter: number, deliveryDate: string, deliveryHour: number) {
  return {
    title: letterTitle(letter),
    message: messageOf(letter),
    recipientName: `Reader ${letter}`,
    recipientEmail: readerOf(letter),
    deliveryDate,
    deliveryHour,
    deliveryZone: "UTC",
  };
}

async function findVault(letter: number): Promise<string> {
  const [row] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(eq(memories.recipientEmail, readerOf(letter)));
  if (!row) throw new Error("no such vault");
  return row.id;
}

/** Like `updateVault`, but to an instant between full hours. */
async function moveBySeconds(id: string, deliveryAt: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [vault] = await tx.select({ state: memories.state }).from(memories).where(eq(memories.id, id)).for("update");
    if (vault?.state !== "scheduled") return false;
    const now = new Date();
    await tx
      .update(memories)
      .set({ deliveryAt, updatedAt: now })
      .where(and(eq(memories.id, id), inArray(memories.state, ["scheduled"])));
    await recordEvent(tx, { vaultId: id, kind: "changed" }, now);
    lookAfterCommit(tx, "deliver_due");
    return true;
  });
}
