import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { scheduleVault } from "~/domain/vault/vault.server";
import type { NewVaultInput } from "~/domain/vault/vault-columns.server";
import { db } from "~/services/db.server";
import { deliveries, type memories } from "~db/schema";
import { memories as vaults } from "~db/schema";

/** The day on which letters of tests fall due, and an instant well before it. */
export const DUE_DATE = "2031-06-14";
export const DUE_AT = new Date("2031-06-14T09:00:00Z");
export const WRITTEN_AT = new Date("2030-01-05T12:00:00Z");

export function letterInput(overrides: Partial<NewVaultInput> = {}): NewVaultInput {
  return {
    type: "send-to-someone",
    title: `Letter ${createId()}`,
    message: "Dear Mia, by now you can read this yourself.",
    recipientName: "Mia",
    recipientEmail: `${createId()}@example.net`,
    deliveryDate: DUE_DATE,
    deliveryHour: 9,
    deliveryZone: "UTC",
    submissionId: createId(),
    ...overrides,
  };
}

/** A vault that waits for its date. Answers its id. */
export async function createLetter(
  user: User,
  overrides: Partial<NewVaultInput> = {},
  now = WRITTEN_AT,
): Promise<string> {
  const scheduled = await scheduleVault(user, letterInput(overrides), now);
  if (!scheduled.ok) throw new Error(scheduled.reason);
  return scheduled.id;
}

/** The vault as it lies in the database. */
export async function storedVault(id: string): Promise<typeof memories.$inferSelect> {
  const [row] = await db.select().from(vaults).where(eq(vaults.id, id));
  if (!row) throw new Error("There is no such vault.");
  return row;
}

export function deliveriesOf(memoryId: string): Promise<(typeof deliveries.$inferSelect)[]> {
  return db.select().from(deliveries).where(eq(deliveries.memoryId, memoryId));
}

/** A vault whose day has come and whose mail waits in the outbox; with its one delivery. */
export async function createDueLetter(user: User, overrides: Partial<NewVaultInput> = {}) {
  const id = await createLetter(user, overrides);
  await deliverVault(id, DUE_AT);
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("The vault was not delivered.");
  return { id, delivery };
}
