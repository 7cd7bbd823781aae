import { asc, eq } from "drizzle-orm";
import { formKindOf, type Vault } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { recipients } from "~db/schema";
import { type FormValues, toFormValues } from "./form-values";

/** The caller has checked that the user may see the content. */
export async function formOf(vault: Vault): Promise<FormValues> {
  const boardRecipients = vault.type === "memory-board" ? await listRecipients(vault.id) : [];
  return toFormValues({ ...vault, recipientName: vault.recipient, boardRecipients });
}

/** Without the date. */
export async function formOfCopy(vault: Vault): Promise<FormValues> {
  const isFutureSelf = formKindOf(vault.type) === "future-self";
  return { ...(await formOf(vault)), deliveryDate: "", isToBeSealed: isFutureSelf ? "on" : undefined };
}

function listRecipients(vaultId: string) {
  return db
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
}
