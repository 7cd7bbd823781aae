/** Locks the rows of senders and of the vaults due next, prints that, and holds the locks until it is killed. */
import { asc, eq, like } from "drizzle-orm";
import { db } from "~/services/db.server";
import { memories, profiles } from "~db/schema";

const VAULTS = 100;

await db.transaction(async (tx) => {
  await tx.select({ id: profiles.id }).from(profiles).where(like(profiles.email, "sender-%")).limit(5).for("update");
  await tx
    .select({ id: memories.id })
    .from(memories)
    .where(eq(memories.state, "scheduled"))
    .orderBy(asc(memories.deliveryAt))
    .limit(VAULTS)
    .for("update", { skipLocked: true });
  console.log("locked");
  await new Promise(() => setInterval(() => {}, 60_000));
});
