import { asc, eq } from "drizzle-orm";
import type { Queryable } from "~/services/db.server";
import { recipients } from "~db/schema";

export type Addressee = { name: string; email: string };

/** Whom a vault goes to: a board to its listed people and to its creator, every other vault to its one recipient. */
export async function addresseesOf(
  queryable: Queryable,
  vault: { id: string; type: string; recipient: string | null; recipientEmail: string | null },
  creator: Addressee,
): Promise<Addressee[]> {
  if (vault.type !== "memory-board") return [{ name: vault.recipient ?? "", email: vault.recipientEmail ?? "" }];
  const listed = await queryable
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.memoryId, vault.id))
    .orderBy(asc(recipients.position));
  return [...new Map([...listed, creator].map((person) => [person.email, person])).values()];
}
