import { asc, eq } from "drizzle-orm";
import { writeOpenedWith } from "~/domain/board/opened-with";
import { formKindOf, type Vault } from "~/domain/vault/vault";
import { db, type Queryable } from "~/services/db.server";
import { boardSettings, memories, recipients } from "~db/schema";
import { type FormValues, isSealedByDefault, toFormValues } from "./form-values";

/** The caller has checked that the user may see the content. */
export async function formOf(vault: Vault, queryable: Queryable = db): Promise<FormValues> {
  const ofBoard = vault.type === "memory-board" ? await findOfBoard(queryable, vault.id) : {};
  return toFormValues({ ...vault, ...ofBoard, recipientName: vault.recipient });
}

/** The form's values without the dates. */
export async function formOfCopy(vault: Vault): Promise<FormValues> {
  const isToBeSealed = isSealedByDefault(formKindOf(vault.type)) ? "on" : undefined;
  return { ...(await formOf(vault)), deliveryDate: "", closesOn: "", isToBeSealed };
}

/** The addressees of a vault. The caller has checked that it is the user's. */
export async function findAddressed(vaultId: string) {
  const { recipientEmail } = memories;
  const [vault] = await db.select({ recipientEmail }).from(memories).where(eq(memories.id, vaultId));
  return { recipientEmail: vault?.recipientEmail ?? undefined, boardRecipients: await listRecipients(vaultId) };
}

/** The board's recipients and settings. */
async function findOfBoard(queryable: Queryable, vaultId: string) {
  const rows = await queryable
    .select({ person: { name: recipients.name, email: recipients.email }, settings: boardSettings })
    .from(memories)
    .leftJoin(boardSettings, eq(boardSettings.vaultId, memories.id))
    .leftJoin(recipients, eq(recipients.vaultId, memories.id))
    .where(eq(memories.id, vaultId))
    .orderBy(asc(recipients.position));
  const settings = rows[0]?.settings ?? undefined;
  return {
    ...settings,
    openedWith: settings && writeOpenedWith(settings),
    boardRecipients: rows.flatMap(({ person }) => person ?? []),
  };
}

function listRecipients(vaultId: string) {
  return db
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
}
