import { addDays, addMinutes, addSeconds } from "date-fns";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findReadings } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { restoreEmail } from "~/domain/account/email-change.server";
import { correctAddress, requestView } from "~/domain/legacy-help/contact-actions.server";
import { findHelperByLink, redeemHelperCode, sendHelperCode } from "~/domain/legacy-help/help.server";
import { listEvents } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { deliveries, legacyContacts, memories, messages, profiles } from "~db/schema";
import { onOneServer } from "../../../tests/factories/cluster";
import { changeEmail } from "../../../tests/factories/email-change";
import {
  ALL_PERMISSIONS,
  askAbout,
  createContact,
  createUndeliverable,
  helperOf,
  NO_PERMISSIONS,
  storedLegacyRequest,
} from "../../../tests/factories/legacy";
import {
  createDueLetter,
  createFailedLetter,
  DUE_AT,
  deliveriesOf,
  reportEvent,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { waitsForLock } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { contactSchema } from "./contact-schema";
import { addContact, findContact, inviteAgain, listContacts, removeContact, setPermissions } from "./contacts.server";
import { answerInvitation, findInvitation } from "./invitation.server";
import { CONTACTS_MAX } from "./legacy";
import { helpLink, idsInLink, legacyLink } from "./legacy-links.server";

const input = (email: string) => ({ name: "Eva", email, relationship: "friend" as const });

describe("adding a legacy contact", () => {
  it("says that the email is missing", () => {
    const { error } = contactSchema.safeParse(input(""));
    expect(error?.issues.map(({ message }) => message)).toEqual(["Please enter an email address"]);
  });

  it("invites them by a mail without any vault data", async () => {
    const { user } = await createUser({ name: "Ada" });
    await createFailedLetter(user, { title: "A secret title", recipientName: "Mia" });
    const { email } = await createContact(user, { answer: "none" });
    const [mail, ...others] = await writtenTo(email, "legacy_invitation");
    expect(others).toEqual([]);
    expect(Object.keys(mail?.props ?? {}).sort()).toEqual(["name", "ownerName", "unsubscribeUrl", "url"]);
    expect(await listContacts(user)).toMatchObject([{ email, state: "invited", permissions: NO_PERMISSIONS }]);
  });

  it("refuses oneself, duplicates, and owners with an unverified email", async () => {
    const { user } = await createUser();
    const { user: unverified } = await createUser({ verified: false });
    const { email } = await createContact(user);
    expect(await addContact(user, input(user.email))).toEqual({ ok: false, reason: "self" });
    expect(await addContact(user, input(email))).toEqual({ ok: false, reason: "taken" });
    expect(await addContact(unverified, input(email))).toEqual({ ok: false, reason: "unverified" });
    expect(await writtenTo(email, "legacy_invitation")).toHaveLength(1);
  });

  it("invites them once when a form is sent twice", async () => {
    const { user } = await createUser();
    const email = `${createId()}@contacts.example`;
    for (const _ of [1, 2]) expect(await addContact(user, input(email))).toEqual({ ok: true });
    expect(await addContact(user, { ...input(email), name: "Leo" })).toEqual({ ok: false, reason: "taken" });
    expect(await writtenTo(email, "legacy_invitation")).toHaveLength(1);
  });

  it("stops at the limit, also concurrently", async () => {
    const { user } = await createUser();
    const answers = await Promise.all(
      Array.from({ length: CONTACTS_MAX + 5 }, (_, index) => addContact(user, input(`${index}@contacts.example`))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(CONTACTS_MAX);
    expect(await db.$count(legacyContacts, eq(legacyContacts.ownerId, user.id))).toBe(CONTACTS_MAX);
  });

  it("updates the account's row, so that concurrent additions on a cluster conflict", async () => {
    const { user } = await createUser();
    const updatedAt = async () => (await db.select().from(profiles).where(eq(profiles.id, user.id)))[0]?.updatedAt;
    const before = await updatedAt();
    await addContact(user, input(`${createId()}@contacts.example`));
    expect(await updatedAt()).not.toEqual(before);
  });

  it("is refused to other users", async () => {
    const [{ user: owner }, { user: stranger }] = [await createUser(), await createUser()];
    const { id } = await createContact(owner, { answer: "none" });
    expect(await findContact(stranger, id)).toBeUndefined();
    expect(await setPermissions(stranger, id, ALL_PERMISSIONS)).toBe(false);
    expect(await inviteAgain(stranger, id)).toBe(false);
    expect(await removeContact(stranger, id)).toBeUndefined();
    expect(await listContacts(owner)).toMatchObject([{ id, permissions: NO_PERMISSIONS }]);
  });
});

describe("an invitation", () => {
  it("is mailed again, once when the button is pressed twice", async () => {
    const { user } = await createUser();
    const { id, email } = await createContact(user, { answer: "none" });
    const later = addMinutes(WRITTEN_AT, 1);
    expect(await Promise.all([inviteAgain(user, id, later), inviteAgain(user, id, later)])).toEqual([true, true]);
    expect(await inviteAgain(user, id, addSeconds(later, 5))).toBe(true);
    expect(await writtenTo(email, "legacy_invitation")).toHaveLength(2);
  });

  it("can be answered, and answered differently later", async () => {
    const { user } = await createUser({ name: "Ada" });
    const { id } = await createContact(user, { answer: "none", viewContent: true });
    const link = legacyLink("invitation", id);
    expect(await findInvitation(link)).toMatchObject({ ownerName: "Ada", state: "invited" });
    for (const [answer, state] of [
      ["accept", "accepted"],
      ["decline", "declined"],
    ] as const) {
      await answerInvitation({ contactId: id }, answer);
      expect(await findInvitation(link)).toMatchObject({ state });
    }
    expect(await inviteAgain(user, id)).toBe(false);
  });

  it("has a link for this purpose only, refused when forged or once the contact is removed", async () => {
    const { user } = await createUser();
    const { id } = await createContact(user);
    const link = legacyLink("invitation", id);
    for (const other of [`${link}x`, link.replace(/.$/, "_"), `${id}.`, id, "", "..", legacyLink("stop", id)]) {
      expect(await findInvitation(other), other).toBeUndefined();
    }
    expect(idsInLink("stop", link)).toBeUndefined();
    await removeContact(user, id);
    expect(await findInvitation(link)).toBeUndefined();
  });

  it("asks about vaults that are already held when it is accepted", async () => {
    const { user } = await createUser();
    const contact = await createContact(user, { ...ALL_PERMISSIONS, answer: "none" });
    const { delivery } = await createFailedLetter(user);
    await askAbout(delivery);
    expect(await writtenTo(contact.email, "legacy_request")).toEqual([]);
    await db.execute("UPDATE memories SET state = 'held' WHERE state = 'delivering'");
    await answerInvitation({ contactId: contact.id }, "accept", DUE_AT);
    expect(await writtenTo(contact.email, "legacy_request")).toHaveLength(1);
  });
});

describe("what an owner allows later", () => {
  const requests = async (email: string) => (await writtenTo(email, "legacy_request")).length;

  it("begins the copy of a vault that is already held, and tells the contact", async () => {
    const { owner, contact } = await createUndeliverable(NO_PERMISSIONS);
    expect(await requests(contact.email)).toBe(0);
    const allowedAt = addDays(DUE_AT, 100);
    await setPermissions(owner, contact.id, { ...NO_PERMISSIONS, receiveDuplicate: true }, allowedAt);
    expect(await storedLegacyRequest(contact.id, "duplicate")).toMatchObject({ state: "waiting", begunAt: allowedAt });
    expect(await requests(contact.email)).toBe(1);
    expect(await writtenTo(owner.email, "legacy_wait")).toHaveLength(1);
    await setPermissions(owner, contact.id, { ...NO_PERMISSIONS, receiveDuplicate: true }, addDays(allowedAt, 1));
    expect(await requests(contact.email)).toBe(1);
  });

  it("starts it although the contact was asked on the same day, and again after it was withdrawn", async () => {
    const { owner, contact } = await createUndeliverable({ ...ALL_PERMISSIONS, receiveDuplicate: false });
    await setPermissions(owner, contact.id, ALL_PERMISSIONS, DUE_AT);
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("waiting");
    expect(await requests(contact.email)).toBe(1);
    await setPermissions(owner, contact.id, { ...ALL_PERMISSIONS, receiveDuplicate: false }, DUE_AT);
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("over");
    const again = addDays(DUE_AT, 1);
    await setPermissions(owner, contact.id, ALL_PERMISSIONS, again);
    expect(await storedLegacyRequest(contact.id, "duplicate")).toMatchObject({ state: "waiting", begunAt: again });
  });

  it("asks about a vault for which other contacts are being asked", async () => {
    const { owner, contact, id, delivery } = await createUndeliverable(NO_PERMISSIONS);
    await db.update(memories).set({ state: "delivering", heldUntil: null }).where(eq(memories.id, id));
    const at = async (rung: "backup" | "legacy") => {
      await db.update(deliveries).set({ rung }).where(eq(deliveries.id, delivery.id));
      await setPermissions(owner, contact.id, NO_PERMISSIONS, DUE_AT);
      await setPermissions(owner, contact.id, ALL_PERMISSIONS, DUE_AT);
      return requests(contact.email);
    };
    expect([await at("backup"), await at("legacy")]).toEqual([0, 1]);
  });

  it("asks a contact whom a board did not reach about the others it did not reach", async () => {
    const { user } = await createUser();
    const boardRecipients = ["Mia", "Leo"].map((name) => ({ name, email: `${createId()}@example.net` }));
    const { id } = await createDueLetter(user, { type: "memory-board", boardRecipients });
    const guests = (await deliveriesOf(id)).filter(({ isHostCopy }) => !isHostCopy);
    for (const { messageId } of guests) await reportEvent(messageId, "bounced");
    for (const { recipientEmail } of guests) await createContact(user, { email: recipientEmail, updateEmail: true });
    for (const { recipientEmail } of guests) {
      const other = guests.find((one) => one.recipientEmail !== recipientEmail);
      const [mail, ...more] = await writtenTo(recipientEmail, "legacy_request");
      expect(mail?.props).toMatchObject({ recipientName: other?.recipientName });
      expect(more).toEqual([]);
    }
  });

  it("asks only contacts who have accepted", async () => {
    const { user } = await createUser();
    const contact = await createContact(user, { answer: "none" });
    await createFailedLetter(user);
    await setPermissions(user, contact.id, ALL_PERMISSIONS, DUE_AT);
    expect(await requests(contact.email)).toBe(0);
  });
});

describe("a contact with an account", () => {
  const emailsOf = async (user: User) => (await listContacts(user)).map(({ email }) => email).toSorted();

  const undoChange = async (email: string) => {
    const alert = (await writtenTo(email, "security_alert")).at(-1);
    return restoreEmail(new URL(alert?.props.url ?? "").searchParams.get("token") ?? "");
  };

  it("helps with its new email once that has changed, and with the old one when the change is undone", async () => {
    const [{ user: ada }, ben] = [await createUser({ vaultLimit: 2 }), await createUser()];
    await createContact(ada, { ...ALL_PERMISSIONS, email: ben.user.email });
    // Not sent yet when the email changes.
    await askAbout((await createFailedLetter(ada)).delivery);
    const [moved, old] = [await changeEmail(ben), ben.user.email];
    expect(await emailsOf(ada)).toEqual([moved.email]);
    await askAbout((await createFailedLetter(ada)).delivery);
    expect(await writtenTo(moved.email, "legacy_request")).toHaveLength(2);
    expect(await writtenTo(old, "legacy_request")).toEqual([]);
    await undoChange(old);
    expect(await emailsOf(ada)).toEqual([old]);
  });

  it("has nothing known of its new email, as checks found the domain of the old one", async () => {
    const [{ user: ada }, ben] = [await createUser(), await createUser()];
    const { id } = await createContact(ada, { email: ben.user.email });
    const found = { domainStatus: "takes_none", domainCheckedAt: new Date() } as const;
    await db.update(legacyContacts).set(found).where(eq(legacyContacts.id, id));
    const isUnreachable = async () => (await listContacts(ada))[0]?.isUnreachable;
    expect(await isUnreachable()).toBe(true);
    await changeEmail(ben);
    expect(await isUnreachable()).toBe(false);
    const [row] = await db.select().from(legacyContacts).where(eq(legacyContacts.id, id));
    expect(row?.domainCheckedAt).toBeNull();
  });

  it("keeps an email at which another owner had added it when the change is undone", async () => {
    const [{ user: ada }, { user: eva }, ben] = [await createUser(), await createUser(), await createUser()];
    const newer = `${createId()}@example.org`;
    await createContact(eva, { email: newer });
    await createContact(ada, { email: ben.user.email });
    await changeEmail(ben, newer);
    await undoChange(ben.user.email);
    expect([await emailsOf(ada), await emailsOf(eva)]).toEqual([[ben.user.email], [newer]]);
  });

  it("gets back the email with which it accepted when earlier changes are undone, one by one or at once", async () => {
    for (const isAtOnce of [false, true]) {
      const [{ user: ada }, { user: eva }, ben] = [await createUser(), await createUser(), await createUser()];
      const first = ben.user.email;
      await createContact(ada, { email: first });
      const { email: second } = await changeEmail(ben);
      await createContact(eva, { email: second });
      const { email: third } = await changeEmail(ben);
      const both = async () => [await emailsOf(ada), await emailsOf(eva)].flat();
      expect(await both()).toEqual([third, third]);
      if (!isAtOnce) {
        await undoChange(second);
        expect(await both()).toEqual([second, second]);
      }
      await undoChange(first);
      expect(await both()).toEqual([first, second]);
    }
  });

  it("no longer helps in browsers that were let in by a code to its former email", async () => {
    const [{ user: ada }, ben] = [await createUser(), await createUser()];
    const contact = await createContact(ada, { ...ALL_PERMISSIONS, email: ben.user.email });
    const { id: vaultId } = await createFailedLetter(ada);
    const thief = await changeEmail(ben);
    const helper = await findHelperByLink(helpLink({ contactId: contact.id, vaultId, linkVersion: 0 }));
    if (!helper) throw new Error("The contact is not asked to help.");
    const codeFor = async (browser: string) => {
      await sendHelperCode(helper, browser);
      return (await writtenTo(thief.email, "opening_code")).at(-1)?.props.code ?? "";
    };
    const enteredLate = await codeFor("a second browser");
    const entered = await redeemHelperCode(helper, "a browser", await codeFor("a browser"));
    const token = entered.ok ? entered.token : "";
    expect(await findReadings([token])).toMatchObject({ openedContactIds: [contact.id] });
    await undoChange(ben.user.email);
    expect(await findReadings([token])).toMatchObject({ openedContactIds: [] });
    expect(await redeemHelperCode(helper, "a second browser", enteredLate)).toMatchObject({ ok: false });
  });

  it("has its email changed although a message to it is damaged", async () => {
    const [{ user: ada }, ben] = [await createUser(), await createUser()];
    await createContact(ada, { ...ALL_PERMISSIONS, email: ben.user.email });
    await askAbout((await createFailedLetter(ada)).delivery);
    const isToBen = eq(messages.toAddress, ben.user.email);
    await db
      .update(messages)
      .set({ wrappedKey: Buffer.alloc(61, 1) })
      .where(and(isToBen, eq(messages.kind, "legacy_request")));
    const moved = await changeEmail(ben);
    expect(await emailsOf(ada)).toEqual([moved.email]);
  });

  it("leaves on record where a message to it was sent before its email changed", async () => {
    const [{ user: ada }, ben] = [await createUser(), await createUser()];
    await createContact(ada, { ...ALL_PERMISSIONS, email: ben.user.email });
    await askAbout((await createFailedLetter(ada)).delivery);
    const [{ id } = { id: "" }] = await writtenTo(ben.user.email, "legacy_request");
    await db.update(messages).set({ state: "sent" }).where(eq(messages.id, id));
    await changeEmail(ben);
    expect(await writtenTo(ben.user.email, "legacy_request")).toMatchObject([{ id, state: "sent" }]);
  });

  it("gets no code at its former email from a page that was opened before the change", async () => {
    const [{ user: ada }, ben] = [await createUser(), await createUser()];
    const contact = await createContact(ada, { ...ALL_PERMISSIONS, email: ben.user.email });
    const helper = await helperOf(contact.id, (await createFailedLetter(ada)).id);
    const { email } = await changeEmail(ben);
    await sendHelperCode(helper, "a browser");
    expect(await writtenTo(ben.user.email, "opening_code")).toEqual([]);
    expect(await writtenTo(email, "opening_code")).toHaveLength(1);
    await removeContact(ada, contact.id);
    await sendHelperCode(helper, "another browser");
    expect(await writtenTo(email, "opening_code")).toHaveLength(1);
  });

  it("stays at an email that it never verified, where it has not accepted, and where the owner has both", async () => {
    const [{ user: ada }, { user: eva }] = [await createUser(), await createUser()];
    const [ben, leo] = [await createUser(), await createUser({ verified: false })];
    for (const { user } of [ben, leo]) await createContact(ada, { email: user.email });
    await createContact(eva, { email: ben.user.email, answer: "none" });
    const to = `${createId()}@example.org`;
    await createContact(ada, { email: to });
    await changeEmail(ben, to);
    await changeEmail(leo);
    expect(await emailsOf(ada)).toEqual([ben.user.email, leo.user.email, to].toSorted());
    expect(await emailsOf(eva)).toEqual([ben.user.email]);
  });

  onOneServer("stays there if the owner adds the new email at this moment, which is changed all the same", async () => {
    const [{ user }, ben] = [await createUser(), await createUser()];
    const contact = await createContact(user, { ...ALL_PERMISSIONS, email: ben.user.email });
    const email = `${createId()}@example.org`;
    const change = await inTransaction(async (tx) => {
      const added = {
        ...input(email),
        ...ALL_PERMISSIONS,
        id: createId(),
        ownerId: user.id,
        state: "invited" as const,
      };
      await tx.insert(legacyContacts).values({ ...added, createdAt: WRITTEN_AT, updatedAt: WRITTEN_AT });
      const changed = changeEmail(ben, email);
      await waitsForLock("legacy_contacts");
      return { changed };
    });
    expect(await change.changed).toMatchObject({ email });
    const emails = (await listContacts(user)).map((one) => [one.id, one.email]);
    expect(emails).toContainEqual([contact.id, ben.user.email]);
  });
});

describe("what an owner withdraws", () => {
  it("is not sent again to a contact who was removed, and has not arrived", async () => {
    const { owner, contact } = await createUndeliverable();
    const mayBeRepeated = { state: "sent", contentUntil: DUE_AT } as const;
    await db.update(messages).set(mayBeRepeated).where(eq(messages.toAddress, contact.email));
    await removeContact(owner, contact.id, DUE_AT);
    expect((await writtenTo(contact.email, "legacy_request"))[0]?.expiresAt).toEqual(DUE_AT);
  });

  it("ends at once when the contact is removed: links, requests and unsent mails", async () => {
    const { owner, contact, id, delivery, helper } = await createUndeliverable();
    await requestView(helper, DUE_AT);
    const [request] = await writtenTo(contact.email, "legacy_request");
    expect(request?.state).toBe("queued");
    expect(await removeContact(owner, contact.id, DUE_AT)).toBe("Eva Sommer");
    await sendMessage(request?.id ?? "", "worker", addDays(DUE_AT, 1));
    expect(await writtenTo(contact.email, "legacy_request")).toMatchObject([{ state: "failed", attempts: 0 }]);
    expect((await listEvents(id)).map(({ kind }) => kind)).not.toContain("message_lost");
    expect(await findHelperByLink(helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 }))).toBeUndefined();
    expect(await storedLegacyRequest(contact.id, "view")).toBeUndefined();
    expect(await requestView(helper, DUE_AT)).toBe(false);
    expect(await correctAddress(helper, { deliveryId: delivery.id, email: "other@example.net" }, DUE_AT)).toEqual({
      ok: false,
      reason: "not_allowed",
    });
  });

  it("is recorded as sent when its mail had left before, though the answer was lost", async () => {
    const { owner, contact } = await createUndeliverable();
    const [{ id } = { id: "" }] = await writtenTo(contact.email, "legacy_request");
    await sendMessage(id, "worker", DUE_AT);
    await db.update(messages).set({ state: "queued", mayBeSent: true }).where(eq(messages.id, id));
    await removeContact(owner, contact.id, DUE_AT);
    await sendMessage(id, "worker", addDays(DUE_AT, 1));
    expect(await writtenTo(contact.email, "legacy_request")).toMatchObject([{ state: "sent" }]);
  });

  it("ends the request of a permission and keeps the other", async () => {
    const { owner, contact, helper } = await createUndeliverable();
    await requestView(helper, DUE_AT);
    await setPermissions(owner, contact.id, { ...ALL_PERMISSIONS, viewContent: false }, DUE_AT);
    expect((await storedLegacyRequest(contact.id, "view"))?.state).toBe("over");
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("waiting");
    await answerInvitation({ contactId: contact.id }, "decline", DUE_AT);
    expect((await storedLegacyRequest(contact.id, "duplicate"))?.state).toBe("over");
  });
});
