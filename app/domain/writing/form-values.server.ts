import { asc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { DEFAULT_DELIVERY_HOUR } from "~/domain/calendar/delivery-date";
import { type BoardRecipient, type FormKind, formKindOf, type Vault } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { recipients } from "~db/schema";

/** What stands in the form of a vault before anybody types: everything as the form's fields have it. */
export type FormValues = {
  title: string;
  message: string;
  recipientName: string;
  recipientEmail: string;
  recipientPhone: string;
  secondEmail: string;
  backupName: string;
  backupEmail: string;
  boardRecipients: BoardRecipient[];
  includesMessage: "on" | undefined;
  isToBeSealed: "on" | undefined;
  deliveryDate: string;
  deliveryHour: string;
  deliveryZone: string;
};

/** An empty form. A message to the future self is sealed unless its writer says otherwise (product decision 5). */
export function emptyForm(user: Pick<User, "timeZone">, kind: FormKind): FormValues {
  return {
    title: "",
    message: "",
    recipientName: "",
    recipientEmail: "",
    recipientPhone: "",
    secondEmail: "",
    backupName: "",
    backupEmail: "",
    boardRecipients: [],
    includesMessage: undefined,
    isToBeSealed: kind === "future-self" ? "on" : undefined,
    deliveryDate: "",
    deliveryHour: String(DEFAULT_DELIVERY_HOUR),
    deliveryZone: user.timeZone,
  };
}

/** What the form shows of a vault that its reader may see. */
export async function formOf(vault: Vault): Promise<FormValues> {
  return {
    title: vault.title,
    message: vault.message,
    recipientName: vault.recipient ?? "",
    recipientEmail: vault.recipientEmail ?? "",
    recipientPhone: vault.recipientPhone ?? "",
    secondEmail: vault.secondEmail ?? "",
    backupName: vault.backupName ?? "",
    backupEmail: vault.backupEmail ?? "",
    boardRecipients: vault.type === "memory-board" ? await listRecipients(vault.id) : [],
    includesMessage: vault.includesMessage ? "on" : undefined,
    isToBeSealed: vault.isToBeSealed ? "on" : undefined,
    deliveryDate: vault.deliveryDate ?? "",
    deliveryHour: String(vault.deliveryHour),
    deliveryZone: vault.deliveryZone,
  };
}

/** The same vault once more, for another day. */
export async function formAgain(vault: Vault): Promise<FormValues> {
  const isFutureSelf = formKindOf(vault.type) === "future-self";
  return { ...(await formOf(vault)), deliveryDate: "", isToBeSealed: isFutureSelf ? "on" : undefined };
}

function listRecipients(vaultId: string): Promise<BoardRecipient[]> {
  return db
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
}
