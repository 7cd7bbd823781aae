import { eq } from "drizzle-orm";
import type { Queryable } from "~/services/db.server";
import { legacyContacts, legacyWaits } from "~db/schema";
import type { LegacyWait } from "./legacy";

/** What a wait is judged by, to be selected where waits are joined with their contacts. */
export const waitColumns = {
  id: legacyWaits.id,
  contactId: legacyWaits.contactId,
  contactEmail: legacyContacts.email,
  contactState: legacyContacts.state,
  updateEmail: legacyContacts.updateEmail,
  viewContent: legacyContacts.viewContent,
  receiveDuplicate: legacyContacts.receiveDuplicate,
  kind: legacyWaits.kind,
  state: legacyWaits.state,
  opensAt: legacyWaits.opensAt,
};

type WaitRow = Omit<LegacyWait, "permissions"> & LegacyWait["permissions"];

export function waitOf({ updateEmail, viewContent, receiveDuplicate, ...row }: WaitRow): LegacyWait {
  return { ...row, permissions: { updateEmail, viewContent, receiveDuplicate } };
}

/** The waits of all contacts for one vault. */
export async function listWaits(queryable: Queryable, vaultId: string): Promise<LegacyWait[]> {
  const rows = await queryable
    .select(waitColumns)
    .from(legacyWaits)
    .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
    .where(eq(legacyWaits.vaultId, vaultId));
  return rows.map(waitOf);
}
