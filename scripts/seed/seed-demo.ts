import { and, eq, ne } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { saveWelcome } from "~/domain/board/welcome.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { deliveryMessages } from "~/domain/delivery/send-outcome.server";
import { addMedia } from "~/domain/media/media.server";
import { sendMessages } from "~/domain/outbox/send-message.server";
import { saveDraft } from "~/domain/writing/draft.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { now as currentTime } from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { media, memories, messages } from "~db/schema";
import { DEMO, ensureAccount, LEO } from "./demo-accounts";
import { type DemoVault, demoDraft, demoVaults, vaultFromLeo } from "./demo-vaults";

const ZONE = "Europe/Berlin";

/**
 * Creates the demo account and its vaults through the domain. Idempotent: an interrupted run is resumed, and the last
 * vault, due in two minutes, marks a complete one.
 */
export async function seedDemo(now = currentTime()): Promise<void> {
  const demo = await ensureAccount(DEMO, ZONE, now);
  const vaults = demoVaults(demo, now);
  const last = vaults.at(-1);
  if (last && (await findState(demo, last))) return;
  const leo = await ensureAccount(LEO, ZONE, now);
  await createVault(leo, vaultFromLeo(leo, now), now);
  await saveDraft(demo, demoDraft(), now);
  for (const vault of vaults) await createVault(demo, vault, now);
}

async function findState(user: User, { input }: DemoVault): Promise<string | undefined> {
  const isFromForm = and(eq(memories.userId, user.id), eq(memories.formId, input.formId));
  const [vault] = await db.select({ state: memories.state }).from(memories).where(isFromForm);
  return vault?.state;
}

async function createVault(user: User, vault: DemoVault, now: Date): Promise<void> {
  const { input, writtenAt, transitions = [], media: file, welcome } = vault;
  // Cancelling clears the idempotency key: scheduling again would create a second vault.
  if ((await findState(user, vault)) === "cancelled") return;
  const scheduled = await scheduleVault(user, input, writtenAt);
  if (!scheduled.ok) throw new Error(`The demo vault could not be created: ${scheduled.reason}`);
  const { id } = scheduled;
  if (file && (await db.$count(media, eq(media.vaultId, id))) === 0) await addMedia(id, 0, file, writtenAt);
  if (welcome) await inTransaction((tx) => saveWelcome(tx, id, welcome));
  if (transitions.includes("sealed")) await sealVault(user, id, writtenAt);
  if (transitions.includes("cancelled")) await cancelVault(user, id, now);
  if (transitions.includes("delivered")) await deliverNow(id);
}

/** Does not wait for the worker, so the demo starts with delivered letters. */
async function deliverNow(vaultId: string): Promise<void> {
  const [vault] = await db.select({ dueAt: memories.deliveryAt }).from(memories).where(eq(memories.id, vaultId));
  const now = vault?.dueAt ?? currentTime();
  await deliverVault(vaultId, now);
  const unsent = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.vaultId, vaultId), ne(messages.state, "sent")));
  for (const { id } of unsent) await sendMessages([id], "seed", deliveryMessages, now);
}
