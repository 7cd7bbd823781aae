import { eq } from "drizzle-orm";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { createUser, reload, type SignedInUser } from "../../tests/factories/user";

/** The address is verified without the mail, which a running worker may have sent and emptied. */
export async function createSenderAccount(options: {
  name?: string;
  email?: string;
  vaultLimit: number;
}): Promise<SignedInUser> {
  const person = await createUser({ ...options, verified: false });
  await db.update(profiles).set({ emailVerifiedAt: new Date() }).where(eq(profiles.id, person.user.id));
  return { ...person, user: await reload(person.sessionToken) };
}
