import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { addContact, listContacts } from "~/domain/legacy/contacts.server";
import { answerInvitation } from "~/domain/legacy/invitation.server";
import type { Permissions } from "~/domain/legacy/legacy";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { notifyLegacyContacts } from "~/domain/legacy/notify-contacts.server";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { findHelperByLink, type Helper } from "~/domain/legacy-help/help.server";
import { db, inTransaction } from "~/services/db.server";
import { legacyWaits, messages } from "~db/schema";
import { createFailedLetter, DUE_AT, WRITTEN_AT } from "./letter";
import { sendMessage } from "./outbox";
import { createUser } from "./user";

export const NO_PERMISSIONS: Permissions = { updateEmail: false, viewContent: false, receiveDuplicate: false };
export const ALL_PERMISSIONS: Permissions = { updateEmail: true, viewContent: true, receiveDuplicate: true };

/** Adds a legacy contact, who accepts by default. */
export async function createContact(
  owner: User,
  {
    answer = "accept",
    email = `${createId()}@example.com`,
    ...permissions
  }: Partial<Permissions> & { answer?: "accept" | "decline" | "none"; email?: string } = {},
) {
  const ticked = Object.fromEntries(
    Object.entries({ ...NO_PERMISSIONS, ...permissions }).flatMap(([name, isOn]) => (isOn ? [[name, "on"]] : [])),
  );
  const added = await addContact(owner, { name: "Eva Sommer", email, relationship: "friend", ...ticked }, WRITTEN_AT);
  if (!added.ok) throw new Error(added.reason);
  const contact = (await listContacts(owner)).find((one) => one.email === email);
  if (!contact) throw new Error("The contact was not added.");
  if (answer !== "none") await answerInvitation({ contactId: contact.id }, answer, WRITTEN_AT);
  return contact;
}

/** Asks the legacy contacts of a vault's owner, as the ladder does. */
export async function askAbout(delivery: { id: string; vaultId: string }, now = DUE_AT): Promise<string[]> {
  return inTransaction((tx) => notifyLegacyContacts(tx, delivery, now));
}

/** Creates an owner with an undeliverable vault, and a contact with these permissions who was asked about it. */
export async function createUndeliverable(permissions: Partial<Permissions> = ALL_PERMISSIONS) {
  const { user: owner } = await createUser({ name: "Ada" });
  const contact = await createContact(owner, permissions);
  const { id, delivery } = await createFailedLetter(owner);
  await askAbout(delivery);
  return { owner, contact, id, delivery, helper: await helperOf(contact.id, id) };
}

/** Sends the owner's notices about a vault when they were written, and takes the steps that are due at `now`. */
export async function passLegacyWait(vaultId: string, now: Date): Promise<void> {
  await sendLegacyNotices(vaultId);
  await advanceLegacyRequests(now);
}

export async function sendLegacyNotices(vaultId: string): Promise<void> {
  const notices = await db
    .select({ id: messages.id, createdAt: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.vaultId, vaultId), eq(messages.kind, "legacy_wait"), eq(messages.state, "queued")));
  for (const { id, createdAt } of notices) await sendMessage(id, "worker", createdAt);
}

export async function helperOf(contactId: string, vaultId: string): Promise<Helper> {
  const helper = await findHelperByLink(helpLink({ contactId, vaultId, linkVersion: 0 }));
  if (!helper) throw new Error("The link does not work.");
  return helper;
}

/** The contact's request for a vault as stored. */
export async function storedLegacyRequest(contactId: string, kind: "view" | "duplicate") {
  const [wait] = await db
    .select()
    .from(legacyWaits)
    .where(and(eq(legacyWaits.contactId, contactId), eq(legacyWaits.kind, kind)));
  return wait;
}
