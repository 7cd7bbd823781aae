import { and, eq, ne } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { sendMessage } from "~/domain/message/send-message.server";
import { saveDraft } from "~/domain/vault/draft.server";
import { cancelVault, scheduleVault, sealVault } from "~/domain/vault/vault.server";
import { now as currentTime } from "~/services/clock.server";
import { db } from "~/services/db.server";
import { media, memories, messages } from "~db/schema";
import { DEMO, LEO, settlePerson } from "./demo-people";
import { type DemoVault, demoDraft, demoVaults, vaultFromLeo } from "./demo-vaults";

const ZONE = "Europe/Berlin";

/**
 * Makes the demo account once, through the verbs that people use. The letter that falls due in two minutes is made
 * last: when it is there, everything is. A run that was interrupted is taken up where it stopped.
 */
export async function seedDemo(now = currentTime()): Promise<void> {
  const demo = await settlePerson(DEMO, ZONE, now);
  const vaults = demoVaults(demo, now);
  const last = vaults.at(-1);
  if (last && (await stateOf(demo, last))) return;
  const leo = await settlePerson(LEO, ZONE, now);
  await make(leo, vaultFromLeo(leo, now), now);
  await saveDraft(demo, demoDraft(), now);
  for (const vault of vaults) await make(demo, vault, now);
}

async function stateOf(user: User, { input }: DemoVault): Promise<string | undefined> {
  const ofForm = and(eq(memories.userId, user.id), eq(memories.formId, input.submissionId));
  const [vault] = await db.select({ state: memories.state }).from(memories).where(ofForm);
  return vault?.state;
}

async function make(user: User, vault: DemoVault, now: Date): Promise<void> {
  const { input, writtenAt, afterwards = [], media: file } = vault;
  // A cancelled vault has let go of its form: that would make another one.
  if ((await stateOf(user, vault)) === "cancelled") return;
  const scheduled = await scheduleVault(user, input, writtenAt);
  if (!scheduled.ok) throw new Error(`The demo's vault could not be made: ${scheduled.reason}`);
  const { id } = scheduled;
  if (file && (await db.$count(media, eq(media.memoryId, id))) === 0) await addMedia(id, 0, file, writtenAt);
  if (afterwards.includes("sealed")) await sealVault(user, id, writtenAt);
  if (afterwards.includes("cancelled")) await cancelVault(user, id, now);
  if (afterwards.includes("delivered")) await deliverNow(id);
}

/** Does at once what the worker would do, so that the demo starts with letters that have arrived. */
async function deliverNow(memoryId: string): Promise<void> {
  const [vault] = await db.select({ dueAt: memories.deliveryAt }).from(memories).where(eq(memories.id, memoryId));
  const now = vault?.dueAt ?? currentTime();
  await deliverVault(memoryId, now);
  const unsent = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.memoryId, memoryId), ne(messages.state, "sent")));
  for (const message of unsent) await sendMessage(message.id, "seed", now);
}
