import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes } from "date-fns";
import { eq, getTableName, is } from "drizzle-orm";
import { MySqlTable } from "drizzle-orm/mysql-core";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { findByPassword, signUp } from "~/domain/account/account.server";
import { beginSetUp } from "~/domain/account/authenticator.server";
import { restoreEmail } from "~/domain/account/email-change.server";
import { GRACE_DAYS } from "~/domain/account/erasure";
import { requestErasure, stopErasure } from "~/domain/account/erasure-request.server";
import { makeRecoveryCodes } from "~/domain/account/recovery-codes.server";
import { beginSecondStep } from "~/domain/account/second-step.server";
import { noteNewDevice } from "~/domain/account/security-events.server";
import { findHostedBoard } from "~/domain/board/board.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { acceptHosting, inviteHost, listHostsOf } from "~/domain/board/hosts.server";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { prepareExports } from "~/domain/data-export/prepare-exports.server";
import { requestExport } from "~/domain/data-export/request-export.server";
import { deliverBatch, deliverVault } from "~/domain/delivery/deliver-vault.server";
import { redeliver } from "~/domain/delivery/readdress.server";
import { addContact, listContacts } from "~/domain/legacy/contacts.server";
import { findInvitation } from "~/domain/legacy/invitation.server";
import { WAIT_DAYS } from "~/domain/legacy/legacy";
import { legacyLink } from "~/domain/legacy/legacy-links.server";
import { deleteDiscarded } from "~/domain/media/discarded-files.server";
import { addMedia } from "~/domain/media/media.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { erasedEmail } from "~/domain/outbox/erased-email";
import { listTimeline } from "~/domain/overview/timeline.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { countReceivedReplies } from "~/domain/reply/received-replies.server";
import { writeReply } from "~/domain/reply/write-reply.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { keepForgottenChanges } from "~/domain/writing/late-changes.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import * as schema from "~db/schema";
import { boardGuests, editDrafts, erasures, legacyContacts, media, memories, profiles, uploads } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createBoard, join } from "../../../tests/factories/board";
import { changeEmail } from "../../../tests/factories/email-change";
import { analyzeTables, createCrowd } from "../../../tests/factories/full-account";
import {
  ALL_PERMISSIONS,
  createContact,
  createUndeliverable,
  helperOf,
  passLegacyWait,
} from "../../../tests/factories/legacy";
import {
  changeLetter,
  createDraft,
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { mailPasswordReset, sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { sendReply } from "../../../tests/factories/reply";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUpload } from "../../../tests/factories/upload";
import { createUser, PASSWORD, reload } from "../../../tests/factories/user";
import { eraseAccounts, remindOrBeginErasure } from "./erase-accounts.server";
import { purgeExpired } from "./purge-expired.server";

const NOW = clock.now();
const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
afterAll(() => queue.end());
beforeEach(() => db.delete(erasures));

const tables = Object.values(schema).flatMap((value): MySqlTable[] => (is(value, MySqlTable) ? [value] : []));

/** Rows of MySQL that contain one of these texts, in any column. */
async function rowsWith(texts: string[]): Promise<{ table: string; text: string; content: string }[]> {
  const found = [];
  for (const table of tables) {
    for (const row of await db.select().from(table)) {
      const content = Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value)))
        .join(" ");
      for (const text of texts) if (content.includes(text)) found.push({ table: getTableName(table), text, content });
    }
  }
  return found;
}

/** Rows of both databases that contain one of these texts. */
async function tracesOf(texts: string[]): Promise<string[]> {
  const found = (await rowsWith(texts)).map(({ table, text }) => `${text} in ${table}`);
  const { rows } = await queue.query(
    "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
  );
  for (const { table_schema, table_name } of rows) {
    const all = await queue.query(`SELECT t::text AS content FROM "${table_schema}"."${table_name}" t`);
    for (const { content } of all.rows) {
      for (const text of texts) if (content.includes(text)) found.push(`${text} in ${table_name}`);
    }
  }
  return found;
}

async function eraseAt(at: Date): Promise<void> {
  while ((await eraseAccounts(at)).isFull);
  while ((await deleteDiscarded()).isFull);
}

const AFTER_GRACE = addDays(NOW, GRACE_DAYS + 1);

async function addPhoto(vaultId: string): Promise<string> {
  await addMedia(vaultId, 0, { kind: "photo", fileName: `${vaultId}.png`, content: await png(30, 20) });
  const [row] = await db.select().from(media).where(eq(media.vaultId, vaultId));
  return row?.storageKey ?? "";
}

const isStored = (key: string) =>
  readMedia(key, { kind: "photo" }).then(
    (file) => Boolean(file.destroy()),
    (error: unknown) => {
      if (error instanceof MediaMissing) return false;
      throw error;
    },
  );

const createLeaver = (options: object = {}) => createUser({ name: `Quilla ${createId()}`, vaultLimit: 20, ...options });

describe("an account whose owner asked for its deletion", () => {
  it("leaves no trace in both databases and the store, when nothing was delivered to others", async () => {
    const { user } = await createLeaver();
    const boardGuest = `${createId()}@example.net`;
    const contact = `${createId()}@example.net`;
    const letter = await createLetter(user);
    const toSelf = await createLetter(user, { type: "future-self" });
    await deliverVault(toSelf, DUE_AT);
    const board = await createLetter(user, { type: "memory-board" });
    await db.insert(schema.boardGuests).values({
      id: createId(),
      vaultId: board,
      name: "Karl",
      email: boardGuest,
      joinedAt: NOW,
    });
    const draft = await createDraft(user);
    await sealVault(user, await createLetter(user));
    const keys = [await addPhoto(letter), await addPhoto(toSelf), await addPhoto(draft)];
    const { storageKey } = await createUpload(uploadOwner({ userId: user.id }), createId());
    await addContact(user, {
      name: "Ben",
      email: contact,
      relationship: "friend",
      updateEmail: "on",
    });
    await changePreferences(user.id, { weeklyDigest: true });
    await requestExport(user, NOW);
    await prepareExports(NOW);
    const texts = [user.id, user.email, user.name, letter, toSelf, board, draft, boardGuest, contact];
    expect((await tracesOf(texts)).length).toBeGreaterThan(20);

    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await tracesOf(texts)).toEqual([]);
    expect(await db.$count(uploads, eq(uploads.storageKey, storageKey))).toBe(0);
    for (const key of [...keys, storageKey]) expect(await isStored(key)).toBe(false);
  });

  it("leaves every row of another account as it was", async () => {
    const [{ user }, { user: other, sessionToken }] = [await createLeaver(), await createLeaver()];
    for (const { id, email } of [user, other]) {
      await mailPasswordReset(email);
      await beginSetUp(id);
      await beginSecondStep(id);
      await inTransaction((tx) => makeRecoveryCodes(tx, id));
      await noteNewDevice(id, "Firefox on Linux");
      await changePreferences(id, { weeklyDigest: true });
      await createUpload(uploadOwner({ userId: id }), createId());
      await requestExport({ id }, NOW);
    }
    await createDueLetter(user);
    const contact = await createContact(other);
    const known = { secondEmail: user.email, backupName: "Ben", backupEmail: user.email };
    const letter = await createLetter(other, known);
    await changeLetter(other, letter, { message: "Changed" });
    const toSelf = await createLetter(other, { type: "future-self", recipientPhone: "+49 30 901820" });
    const { delivery } = await createDueLetter(other);
    await sealVault(other, await createLetter(other));
    await addPhoto(letter);
    const rows = () => rowsWith([other.id, other.email, other.name, letter, toSelf, delivery.vaultId, contact.id]);
    const before = await rows();

    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await stopErasure(user.id, NOW);
    await requestErasure(user, { waitingVaults: "cancel" }, addMinutes(NOW, 1));
    await eraseAt(AFTER_GRACE);
    expect(await rows()).toEqual(before);
    expect(await reload(sessionToken)).toMatchObject({ id: other.id });
  });

  it("leaves none with those whose legacy contact moved along with its email", async () => {
    const [ben, { user: owner }] = [await createLeaver(), await createUser()];
    await createContact(owner, { email: ben.user.email });
    const { email } = await changeEmail(ben);
    await requestErasure(ben.user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await listContacts(owner)).toMatchObject([{ email }]);
    expect(await tracesOf([ben.user.id])).toEqual([]);
    const [contact] = await db.select().from(legacyContacts).where(eq(legacyContacts.ownerId, owner.id));
    expect(contact).toMatchObject({ movedWith: null, movedFrom: null });
  });

  it("can be signed in to for 30 days, and not afterwards", async () => {
    const { user } = await createLeaver();
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(addDays(NOW, GRACE_DAYS - 1));
    expect(await findByPassword(user.email, PASSWORD)).toMatchObject({ userId: user.id });
    await eraseAt(AFTER_GRACE);
    expect(await findByPassword(user.email, PASSWORD)).toBeUndefined();
    expect(await stopErasure(user.id, AFTER_GRACE)).toBe(false);
    const again = await signUp({ fullName: "Somebody", email: user.email, password: PASSWORD });
    expect(again.ok).toBe(true);
  });

  it("can still be given its email back, which a thief may have changed before", async () => {
    const owner = await createLeaver();
    await requestErasure(await changeEmail(owner), { waitingVaults: "cancel" }, NOW);
    const alerts = await writtenTo(owner.user.email, "security_alert");
    const alert = alerts.find(({ props }) => props.event === "email_changed");
    const undo = new URL(alert?.props.url ?? "").searchParams.get("token") ?? "";
    expect(await restoreEmail(undo)).toEqual({ ok: true, email: owner.user.email });
  });

  it("is announced at once and three days before, and so is that it stays", async () => {
    const { user } = await createLeaver();
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(addDays(NOW, 26));
    expect(await writtenTo(user.email, "erasure_planned")).toHaveLength(1);
    await eraseAt(addDays(NOW, 28));
    await eraseAt(addDays(NOW, 29));
    const mails = await writtenTo(user.email, "erasure_planned");
    expect(mails.map(({ props }) => props.isReminder)).toEqual([false, true]);
    expect(await stopErasure(user.id, addDays(NOW, 29))).toBe(true);
    expect(await stopErasure(user.id, addDays(NOW, 29))).toBe(false);
    expect(await writtenTo(user.email, "erasure_stopped")).toHaveLength(1);
    await eraseAt(AFTER_GRACE);
    expect(await db.$count(profiles, eq(profiles.email, user.email))).toBe(1);
  });

  it("is announced once when the button is pressed twice", async () => {
    const { user } = await createLeaver();
    const press = () => requestErasure(user, { waitingVaults: "deliver" });
    await Promise.all([press(), press()]);
    await press();
    expect(await writtenTo(user.email, "erasure_planned")).toHaveLength(1);
  });

  it("delivers no vault that is to be cancelled, unless its owner is back", async () => {
    const { user } = await createLeaver();
    const [id, sealed] = [await createLetter(user), await createLetter(user)];
    await sealVault(user, sealed);
    const code = (await makeCard(user, id, { showsDay: true })) ?? "";
    // A card would deliver what waits after a failure.
    await db.update(memories).set({ deliveryFailures: 1 }).where(eq(memories.id, id));
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await deliverBatch(DUE_AT);
    expect(await claimVault(code, DUE_AT)).toMatchObject({ ok: false, reason: "nothing" });
    for (const waiting of [id, sealed]) expect(await deliveriesOf(waiting)).toEqual([]);
    await stopErasure(user.id, NOW);
    await deliverBatch(DUE_AT);
    for (const waiting of [id, sealed]) expect(await deliveriesOf(waiting)).toHaveLength(1);
  });

  it("delivers none that an earlier request saves in the meantime, unless its owner is back", async () => {
    const { user } = await createLeaver();
    const input = letterInput();
    const changed = await createLetter(user, input);
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    expect(await updateVault(user, changed, { ...input, message: "Changed" })).toMatchObject({ ok: true });
    const ids = [changed, await createLetter(user)];
    const others = await createLetter((await createUser()).user);
    await deliverBatch(DUE_AT);
    for (const id of ids) expect(await deliveriesOf(id)).toEqual([]);
    expect(await deliveriesOf(others)).toHaveLength(1);
    await stopErasure(user.id, NOW);
    await deliverBatch(DUE_AT);
    for (const id of ids) expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("still delivers them if that was its owner's last choice, in another window", async () => {
    const { user } = await createLeaver();
    const id = await createLetter(user);
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    await deliverBatch(DUE_AT);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("loses the key and the text of cancelled vaults", async () => {
    const { user } = await createLeaver();
    const { delivery } = await createDueLetter(user);
    const id = await createLetter(user);
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await db.$count(memories, eq(memories.id, id))).toBe(0);
    expect(await db.$count(memories, eq(memories.id, delivery.vaultId))).toBe(1);
  });

  it("keeps its pieces on the boards of others, without an email to write to", async () => {
    const { user } = await createLeaver();
    const { user: host } = await createUser({ name: "Anna" });
    const board = await createLetter(host, { type: "memory-board" });
    const guest = { id: createId(), vaultId: board, name: "Karl", email: user.email, userId: user.id };
    await db.insert(schema.boardGuests).values({ ...guest, emailConfirmedAt: NOW, joinedAt: NOW });
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await listGuestsOf(board)).toMatchObject([{ name: "Karl", email: null, isEmailConfirmed: false }]);
    await cancelVault(host, board);
  });

  it("hosts no board from when its email is free, so that the next owner of the email does not either", async () => {
    const { user } = await createLeaver();
    const { user: host } = await createUser();
    const board = await createLetter(host, { type: "memory-board" });
    await inviteHost(host, board, { name: "Quilla", email: user.email });
    expect(await acceptHosting(user, board)).toBe(true);
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await inTransaction((tx) => remindOrBeginErasure(tx, user.id, AFTER_GRACE));
    expect(await listHostsOf(board)).toEqual([]);
    const { user: next } = await createUser({ email: user.email });
    expect(await findHostedBoard(next, board)).toBeUndefined();
    await eraseAt(AFTER_GRACE);
    await cancelVault(host, board);
  });

  it("takes nothing from the owner of an email that it never verified", async () => {
    const board = await createBoard();
    const email = `${createId()}@example.org`;
    await inviteHost(board.user, board.id, { name: "Mia", email });
    const guest = await join(board.code, "Mia");
    await db.update(boardGuests).set({ email, emailConfirmedAt: NOW }).where(eq(boardGuests.id, guest.id));
    const { user } = await createLeaver({ email, verified: false });
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await listGuestsOf(board.id)).toMatchObject([{ email, isEmailConfirmed: true }]);
    expect(await listHostsOf(board.id)).toMatchObject([{ email }]);
    await cancelVault(board.user, board.id);
  });
});

describe("vaults that others already have", () => {
  it("stay with them under the sender's name, with nothing else of the sender", async () => {
    const { user } = await createLeaver();
    const { id, delivery } = await createDueLetter(user, { title: "For Mia" });
    const key = await addPhoto(id);
    await beginSetUp(user.id, NOW);
    await beginSecondStep(user.id, NOW);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const erasedAt = addDays(DUE_AT, GRACE_DAYS + 1);
    await requestErasure(user, { waitingVaults: "cancel" }, DUE_AT);
    await eraseAt(erasedAt);
    const read = await viewVault({ openedDeliveryIds: [delivery.id] }, id, DUE_AT);
    expect(read).toMatchObject({ seesContent: true, senderName: user.name, vault: { title: "For Mia" } });
    expect(read).toMatchObject({ isSenderGone: true });
    expect(await findDeliveryByLink(openingLink(delivery))).toMatchObject({ isSenderGone: true });
    expect(await isStored(key)).toBe(true);
    expect(await tracesOf([user.email])).toEqual([]);
    for (const table of [schema.authenticators, schema.pendingSignIns]) {
      expect(await db.$count(table, eq(table.userId, user.id))).toBe(0);
    }
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(profile).toMatchObject({ fullName: user.name, phone: null, emailVerifiedAt: null, erasedAt });
    if (!read) throw new Error("It is gone.");
    const formId = createId();
    const between = {
      deliveryId: delivery.id,
      linkVersion: 0,
      isDeclined: false,
      isClosed: false,
      recipient: { name: "Mia", email: delivery.recipientEmail },
      sender: { id: user.id, name: user.name, email: profile?.email ?? "" },
    };
    const reply = await writeReply(read, between, { formId, text: "Thanks", files: { owner: "none", formId } }, DUE_AT);
    expect(reply).toEqual({ ok: false, reason: "no_receiver" });
  });
});

describe("vaults of others that name the email of an erased account", () => {
  it("keep it, and what was sent to it", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser({ vaultLimit: 5 }), await createLeaver()];
    const reach = { secondEmail: mia.email, backupName: "Quilla", backupEmail: mia.email };
    const letter = await createLetter(ada, reach);
    const phone = "+49 171 1234567";
    await db.update(profiles).set({ phone }).where(eq(profiles.id, ada.id));
    const toSelf = await createLetter(ada, { type: "future-self" });
    const boardRecipients = [{ name: "Quilla", email: mia.email }];
    const board = await createLetter(ada, { type: "memory-board", boardRecipients });
    await deliverVault(board, DUE_AT);
    // Erasing an account changes vaults only if one of its own stays.
    await createDueLetter(mia);
    await requestErasure(mia, { waitingVaults: "cancel" }, DUE_AT);
    await eraseAt(addDays(DUE_AT, GRACE_DAYS + 1));
    expect(await storedVault(letter)).toMatchObject(reach);
    expect(await storedVault(toSelf)).toMatchObject({ recipientPhone: phone });
    expect(await db.$count(schema.recipients, eq(schema.recipients.vaultId, board))).toBe(1);
    expect((await deliveriesOf(board)).map(({ recipientEmail }) => recipientEmail)).toContain(mia.email);
    expect(await writtenTo(mia.email, "delivery")).toHaveLength(1);
  });
});

describe("the legacy contacts of an account", () => {
  const areKept = async (owner: { id: string }) =>
    (await db.$count(legacyContacts, eq(legacyContacts.ownerId, owner.id))) > 0;

  /** A held letter of which a contact has received a copy, and another contact. */
  async function createCopied() {
    const { owner, contact, id, delivery } = await createUndeliverable();
    await createContact(owner, { updateEmail: true });
    const copiedAt = addDays(DUE_AT, WAIT_DAYS);
    await passLegacyWait(id, copiedAt);
    const readsCopy = async (now: Date) =>
      (await viewVault({ openedContactIds: [contact.id] }, id, now))?.seesContent === true;
    expect(await readsCopy(copiedAt)).toBe(true);
    const arrive = () => inTransaction((tx) => recordOpening(tx, delivery, copiedAt));
    return { owner, readsCopy, arrive, at: copiedAt };
  }

  it("keep the copy that they received of a letter that arrived since; the others are forgotten", async () => {
    const { owner, readsCopy, arrive, at } = await createCopied();
    await arrive();
    await requestErasure(owner, { waitingVaults: "cancel" }, at);
    const erasedAt = addDays(at, GRACE_DAYS + 1);
    await eraseAt(erasedAt);
    await purgeExpired(erasedAt);
    expect(await readsCopy(erasedAt)).toBe(true);
    expect(await db.$count(legacyContacts, eq(legacyContacts.ownerId, owner.id))).toBe(1);
  });

  it("stay while a letter may need them, and are forgotten once it has arrived", async () => {
    const { user } = await createLeaver();
    const contact = await createContact(user, ALL_PERMISSIONS);
    const { id, delivery } = await createFailedLetter(user);
    const invitation = () => findInvitation(legacyLink("invitation", contact.id));
    expect(await helperOf(contact.id, id)).toMatchObject({ isOwnerGone: false });
    expect(await invitation()).toMatchObject({ isOwnerGone: false });
    await requestErasure(user, { waitingVaults: "deliver" }, DUE_AT);
    const erasedAt = addDays(DUE_AT, GRACE_DAYS + 1);
    await eraseAt(erasedAt);
    await purgeExpired(erasedAt);
    expect(await areKept(user)).toBe(true);
    expect(await helperOf(contact.id, id)).toMatchObject({ isOwnerGone: true });
    expect(await invitation()).toMatchObject({ isOwnerGone: true });
    await inTransaction((tx) => recordOpening(tx, delivery, erasedAt));
    await purgeExpired(erasedAt);
    expect(await areKept(user)).toBe(false);
  });

  it("stay while a board has not reached everyone, or may yet come back", async () => {
    const { user } = await createLeaver();
    await createContact(user, ALL_PERMISSIONS);
    const people = ["Mia", "Leo"].map((name) => ({ name, email: `${createId()}@example.net` }));
    const board = await createLetter(user, { type: "memory-board", boardRecipients: people });
    await deliverVault(board, DUE_AT);
    const [mia, leo] = people.map(({ email }) => email);
    const deliveryTo = async (email = "") =>
      (await deliveriesOf(board)).find(({ recipientEmail }) => recipientEmail === email) ?? expect.unreachable();
    const { messageId } = await deliveryTo(mia);
    await sendMessage(messageId ?? "", "worker", DUE_AT);
    await reportEvent(messageId, "arrived");
    await reportEvent((await deliveryTo(leo)).messageId, "bounced", "550 no such user");
    await requestErasure(user, { waitingVaults: "deliver" }, DUE_AT);
    const erasedAt = addDays(DUE_AT, GRACE_DAYS + 1);
    await eraseAt(erasedAt);
    await purgeExpired(erasedAt);
    expect((await storedVault(board)).state).toBe("delivered");
    expect(await areKept(user)).toBe(true);
    await inTransaction(async (tx) => recordOpening(tx, await deliveryTo(leo), erasedAt));
    await purgeExpired(erasedAt);
    expect(await areKept(user)).toBe(true);
    await inTransaction(async (tx) => recordOpening(tx, await deliveryTo(mia), erasedAt));
    await purgeExpired(erasedAt);
    expect(await areKept(user)).toBe(false);
  });

  it("of one that is not erased stay", async () => {
    const { user } = await createUser();
    await createContact(user);
    await purgeExpired(AFTER_GRACE);
    expect(await areKept(user)).toBe(true);
  });
});

describe("someone who comes back with the same email", () => {
  it("finds the letters of others by their words again, and the replies to them counted", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser({ vaultLimit: 5 }), await createLeaver()];
    const { id, delivery } = await createDueLetter(ada, { title: "Lighthouse", recipientEmail: mia.email });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const gone = await createDueLetter(ada, { title: "Lighthouse, undone", recipientEmail: mia.email });
    await reportEvent(gone.delivery.messageId, "bounced", "550 no such user");
    const found = async (user: typeof mia) =>
      (await listTimeline(user, { search: "lighthouse" })).entries.map((entry) => entry.id);
    expect(await found(mia)).toContain(id);
    await cancelVault(ada, gone.id);
    for (const user of [mia, ada]) await sendReply(delivery, { viewer: { user } });
    expect(await countReceivedReplies(mia)).toBe(1);
    await requestErasure(mia, { waitingVaults: "cancel" }, NOW);
    await eraseAt(AFTER_GRACE);
    const { user: again } = await createUser({ email: mia.email });
    expect(await found(again)).toEqual([id]);
    expect(await countReceivedReplies(again)).toBe(1);
  });
});

describe("a waiting vault that is to be delivered", () => {
  it("is delivered on its day even though no one can sign in to the account", async () => {
    const { user } = await createLeaver();
    const letter = await createLetter(user);
    const toSelf = await createLetter(user, { type: "future-self" });
    const draft = await createDraft(user);
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await db.$count(memories, eq(memories.id, draft))).toBe(0);
    await deliverBatch(DUE_AT);
    const [delivery] = await deliveriesOf(letter);
    expect(await writtenTo(delivery?.recipientEmail ?? "", "delivery")).toMatchObject([
      { props: { senderName: user.name } },
    ]);
    expect(await deliveriesOf(toSelf)).toMatchObject([{ recipientEmail: user.email }]);
    expect(await findByPassword(user.email, PASSWORD)).toBeUndefined();
  });

  it("to its owner still escalates when it comes back after the account was erased", async () => {
    const { user } = await createLeaver();
    const backup = `${createId()}@example.net`;
    const toSelf = await createLetter(user, { type: "future-self", backupName: "Ben", backupEmail: backup });
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await deliverVault(toSelf, DUE_AT);
    await eraseAt(AFTER_GRACE);
    const [delivery] = await deliveriesOf(toSelf);
    await reportEvent(delivery?.messageId ?? null, "bounced", "550 no such user");
    expect(await deliveriesOf(toSelf)).toMatchObject([{ rung: "backup", state: "failed" }]);
    expect(await writtenTo(backup, "backup_request")).toMatchObject([{ props: { isSenderGone: true } }]);
  });

  it("is not indexed for its sender when it is sent to another address after the end of the account", async () => {
    const { user } = await createLeaver();
    const { id, delivery } = await createFailedLetter(user);
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    const email = `${createId()}@example.net`;
    const refusal = await inTransaction(async (tx) => {
      const locked = await lockDelivery(tx, { vaultId: id, deliveryId: delivery.id });
      return locked ? redeliver(tx, locked, { move: "readdressed_by_backup", email }, AFTER_GRACE) : "not_needed";
    });
    expect(refusal).toBeUndefined();
    expect(await db.$count(schema.searchTerms, eq(schema.searchTerms.vaultId, id))).toBe(0);
  });

  it("loses changes that were never saved, which no one could delete later", async () => {
    const { user } = await createLeaver();
    const id = await createLetter(user);
    await changeLetter(user, id, { message: "Words that were never saved" });
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await db.$count(editDrafts, eq(editDrafts.vaultId, id))).toBe(0);
    await deliverBatch(DUE_AT);
    await keepForgottenChanges(addDays(DUE_AT, 31));
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(1);
  });

  it("reaches the others on a board, but not its host", async () => {
    const { user } = await createLeaver();
    const people = [{ name: "Mia", email: `${createId()}@example.net` }];
    const shared = await createLetter(user, { type: "memory-board", boardRecipients: people });
    const alone = await createLetter(user, { type: "memory-board" });
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await db.$count(memories, eq(memories.id, alone))).toBe(0);
    await deliverBatch(DUE_AT);
    expect((await deliveriesOf(shared)).map(({ recipientEmail }) => recipientEmail)).toEqual([people[0]?.email]);
  });

  it("is held when the guests of the board have left by its day", async () => {
    const { user } = await createLeaver();
    const board = await createLetter(user, { type: "memory-board" });
    const guest = { id: createId(), vaultId: board, name: "Karl", email: `${createId()}@example.net` };
    await db.insert(schema.boardGuests).values({ ...guest, emailConfirmedAt: NOW, joinedAt: NOW });
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    await db.delete(schema.boardGuests).where(eq(schema.boardGuests.id, guest.id));
    await deliverBatch(DUE_AT);
    expect(await storedVault(board)).toMatchObject({ state: "held" });
  });

  it("is not kept for an unverified sender, as it could never be delivered", async () => {
    const { user } = await createLeaver({ verified: false });
    await createLetter(user);
    await requestErasure(user, { waitingVaults: "deliver" }, NOW);
    await eraseAt(AFTER_GRACE);
    expect(await tracesOf([user.id, user.email])).toEqual([]);
  });
});

describe("an erasure that was killed", () => {
  it("resumes where it stopped, and can no longer be stopped", async () => {
    const { user } = await createLeaver();
    const id = await createLetter(user);
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    // The state after the first transaction.
    const begun = { begunAt: AFTER_GRACE, email: user.email, nextStepAt: AFTER_GRACE };
    await db.update(erasures).set(begun).where(eq(erasures.userId, user.id));
    expect(await stopErasure(user.id, AFTER_GRACE)).toBe(false);
    await eraseAt(addDays(AFTER_GRACE, 1));
    expect(await tracesOf([user.id, id, user.email])).toEqual([]);
  });

  it("leaves a new account with the same email its mails and invitations", async () => {
    const [{ user }, { user: host }] = [await createLeaver(), await createUser()];
    const board = await createLetter(host, { type: "memory-board" });
    await requestErasure(user, { waitingVaults: "cancel" }, NOW);
    const begun = { begunAt: AFTER_GRACE, email: user.email, nextStepAt: AFTER_GRACE };
    await db.update(erasures).set(begun).where(eq(erasures.userId, user.id));
    await db
      .update(profiles)
      .set({ email: erasedEmail(user.id) })
      .where(eq(profiles.id, user.id));
    const later = addMinutes(AFTER_GRACE, 30);
    await signUp({ fullName: "Quilla", email: user.email, password: PASSWORD }, later);
    const invited = { vaultId: board, email: user.email, name: "Quilla" };
    await db.insert(schema.boardHosts).values({ ...invited, invitedAt: later });
    await db.insert(schema.boardGuests).values({ ...invited, id: createId(), joinedAt: later });
    await eraseAt(addDays(AFTER_GRACE, 1));
    expect(await writtenTo(user.email, "verify_address")).toHaveLength(1);
    expect(await db.$count(schema.boardHosts, eq(schema.boardHosts.email, user.email))).toBe(1);
    expect(await listGuestsOf(board)).toMatchObject([{ email: user.email }]);
  });
});

it("scans neither all mails nor all guests, and lists the vaults only once", async () => {
  await createCrowd(300);
  const { user } = await createLeaver();
  for (let count = 0; count < 5; count += 1) await createLetter(user);
  await requestErasure(user, { waitingVaults: "cancel" }, NOW);
  const [mail] = await db.select().from(schema.messages).where(eq(schema.messages.toAddress, user.email));
  if (!mail) throw new Error("The request was not confirmed by mail.");
  const ids = Array.from({ length: 300 }, () => createId());
  await db
    .insert(schema.messages)
    .values(ids.map((id) => ({ ...mail, id, uniqueKey: id, toAddress: `${id}@example.org` })));
  await analyzeTables();
  const statements = await statementsOf(() => eraseAt(AFTER_GRACE));
  const byEmail = statements.filter((one) => /`(messages`.`to_address|board_guests`.`email)` = '/.test(one));
  expect(byEmail).toHaveLength(2);
  const steps = (await Promise.all(byEmail.map(explain))).flat();
  for (const { type } of steps) expect(["eq_ref", "ref", "range"]).toContain(type);
  expect(statements.filter((one) => one.includes("from `memories` where `memories`.`user_id` ="))).toHaveLength(2);
});

it("of an account with many boards, asks about all of them at once", async () => {
  const { user } = await createLeaver();
  const people = [{ name: "Mia", email: `${createId()}@example.net` }];
  for (let boards = 0; boards < 5; boards += 1) {
    await createLetter(user, { type: "memory-board", boardRecipients: people });
  }
  await requestErasure(user, { waitingVaults: "deliver" }, NOW);
  const statements = await statementsOf(() => eraseAccounts(AFTER_GRACE));
  expect(statements.filter((one) => /^select .*`recipients`/.test(one))).toHaveLength(1);
});
