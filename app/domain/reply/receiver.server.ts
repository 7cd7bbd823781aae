import { eq } from "drizzle-orm";
import type { Queryable } from "~/services/db.server";
import { credentials, profiles } from "~db/schema";

/** Who gets what a recipient writes back. */
export type Receiver = { kind: "sender"; userId: string; name: string; email: string };

/**
 * Who gets what is written back to the sender of a vault: the sender, as long as somebody can still sign in to the
 * account. Undefined when nobody would ever read it; the page says so before anything is written.
 */
export async function receiverOf(queryable: Queryable, senderId: string): Promise<Receiver | undefined> {
  const [sender] = await queryable
    .select({ userId: profiles.id, name: profiles.fullName, email: profiles.email })
    .from(profiles)
    .innerJoin(credentials, eq(credentials.userId, profiles.id))
    .where(eq(profiles.id, senderId));
  return sender && { kind: "sender", ...sender };
}
