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
import { readFact, saveFact } from "~/services/installation-facts.server";
import { media, memories, messages } from "~db/schema";
import { DEMO, ensureAccount, LEO } from "./demo-accounts";
import { type DemoVault, demoDraft, demoVaults, vaultFromLeo } from "./demo-vaults";

const ZONE = "Europe/Berlin";

/** When the demo was complete. From then on its accounts are left as they are. */
const SEEDED = "demo_seeded";

/** Creates the demo account and its vaults through the domain, once; an interrupted run is resumed. */
export async function seedDemo(now = currentTime()): Promise<void> {
  if (await readFact(SEEDED)) return;
  const demo = await ensureAccount(DEMO, ZONE, now);
  const leo = await ensureAccount(LEO, ZONE, now);
  if (demo && leo) {
    await createVault(leo, vaultFromLeo(leo, now), now);
    await saveDraft(demo, demoDraft(), now);
    // The last one is due in two minutes.
    for (const vault of demoVaults(demo, now)) await createVault(demo, vault, now);
  }
  await saveFact(SEEDED, now.toISOString());
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
