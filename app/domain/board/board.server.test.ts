import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verifyEmail } from "~/domain/account/account.server";
import { confirmEmailChange, requestEmailChange } from "~/domain/account/email-change.server";
import { ADDRESSEES_AT_ONCE, deliverBatch, deliverVault } from "~/domain/delivery/deliver-vault.server";
import { rewriteMissingMessages } from "~/domain/delivery/rewrite-missing-messages.server";
import { unblock } from "~/domain/delivery/unblock-sender.server";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { block } from "~/domain/recipients/block-sender.server";
import { handOver } from "~/domain/visitor-draft/hand-over.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { renderEmail } from "~/emails/catalogue";
import { db, inTransaction } from "~/services/db.server";
import { boardGuests, boardInvitations, deliveries, memories, messages } from "~db/schema";
import { createBoard, join, postNote } from "../../../tests/factories/board";
import { onOneServer } from "../../../tests/factories/cluster";
import { changeEmail } from "../../../tests/factories/email-change";
import {
  createDraft,
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  reportEvent,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { mailedToken, sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { untilWaiting } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { formValues, noLimit } from "../../../tests/factories/visitor-draft";
import { findHostedBoard } from "./board.server";
import { guestProof, isGuestProof } from "./guest-link.server";
import {
  adoptGuest,
  confirmGuestEmail,
  findBoardOf,
  findGuestById,
  findGuestByLink,
  findGuestOf,
  findGuestOfAccount,
  type Guest,
  listConfirmedGuests,
  listGuestsOf,
  pageOfGuests,
  renameGuest,
  setGuestEmail,
} from "./guests.server";
import { acceptHosting, findHostInvitation, HOSTS_AT_MOST, inviteHost, listHostsOf, removeHost } from "./hosts.server";
import { findBoardByCode, findInviteLink, makeInvitation, revokeInvitation } from "./invitation.server";
import { inviteCode, inviteLinkFor } from "./invite-link.server";
import { GUESTS_AT_MOST, joinBoard, NAMES_AT_MOST } from "./join-board.server";
import { listJoinedBoards } from "./joined-boards.server";
import { withdrawGuest } from "./posts.server";
import { CLOSED_WORDS } from "./quota-words";
import { wasRemoved } from "./removed-guests.server";
import { changeSettings, findHostedGuest, removeEmptyGuests, removeGuest } from "./settings.server";

const BOARD = { type: "memory-board" } as const;
const codeOf = async (id: string) => (await findInviteLink(id))?.split("/join/")[1] ?? "";
const typed = (name: string) => ({ formId: createId(), name });
const namesOn = async (id: string) => (await listGuestsOf(id)).map(({ name }) => name);

/** Leaves an address and opens the link in its mail. */
async function confirmEmail(guest: Guest, email: string): Promise<Guest> {
  const board = await findBoardOf(guest);
  if (board) await setGuestEmail(guest, board, email);
  const current = await findGuestById(guest.id);
  if (!current) throw new Error("This guest has left.");
  await confirmGuestEmail(current);
  return current;
}

/** Adds guests, who only typed a name unless `values` says more. */
async function fill(vaultId: string, count: number, values: { name?: string; emailConfirmedAt?: Date } = {}) {
  const row = (number: number) => ({ id: createId(), vaultId, name: `Guest ${number}`, joinedAt: DUE_AT, ...values });
  await db.insert(boardGuests).values(Array.from({ length: count }, (_, number) => row(number)));
}

describe("the invite link of a board", () => {
  it("is the one that its form showed, also by way of a draft", async () => {
    const formId = createId();
    const { id } = await createBoard({ formId });
    expect(await findInviteLink(id)).toBe(inviteLinkFor("memory-board", formId));

    const { user } = await createUser();
    const kept = createId();
    const draft = await createDraft(user, { ...BOARD, formId: kept });
    expect(await findBoardByCode(inviteCode(kept))).toBeUndefined();
    expect(await scheduleVault(user, letterInput({ type: "memory-board", draftId: draft }))).toMatchObject({
      ok: true,
    });
    expect(await findBoardByCode(inviteCode(kept))).toMatchObject({ id: draft, state: "scheduled" });
  });

  it("is the one of the form for visitors who sign up later", async () => {
    const { user } = await createUser();
    const formId = createId();
    const values = formValues({ recipientName: "", recipientEmail: "" });
    const written = { type: "memory-board", formId, values, savedAt: new Date() } as const;
    const handedOver = await handOver(user, { ...written, uploadOwner: undefined, isSubmitted: true }, noLimit);
    expect(handedOver).toMatchObject({ state: "scheduled" });
    expect(await findBoardByCode(inviteCode(formId))).toMatchObject({ id: handedOver?.id });
  });

  it("differs for a second board of the same form, and letters have none", async () => {
    const formId = createId();
    const { user, id } = await createBoard({ formId });
    const second = await createLetter(user, { ...BOARD, formId });
    expect(await findBoardByCode(inviteCode(formId))).toMatchObject({ id });
    expect(await findBoardByCode(await codeOf(second))).toMatchObject({ id: second });
    expect(await findInviteLink(await createLetter(user))).toBeUndefined();
  });

  it("is not stored in the database", async () => {
    const { id, code } = await createBoard();
    const [row] = await db.select().from(boardInvitations).where(eq(boardInvitations.vaultId, id));
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  it("stops working once its host replaces or revokes it", async () => {
    const { user, id, code } = await createBoard();
    const { user: stranger } = await createUser();
    expect([await makeInvitation(stranger, id), await revokeInvitation(stranger, id)]).toEqual([false, false]);
    expect(await findBoardByCode(code)).toMatchObject({ id, hostName: "Anna" });
    expect(await makeInvitation(user, id)).toBe(true);
    expect(await findBoardByCode(code)).toBeUndefined();
    expect(await joinBoard(code, typed("Late"))).toEqual({ ok: false, reason: "not_found" });
    const newer = await codeOf(id);
    expect(await revokeInvitation(user, id)).toBe(true);
    expect(await findBoardByCode(newer)).toBeUndefined();
    expect(await makeInvitation(user, id)).toBe(true);
    expect(await findBoardByCode(await codeOf(id))).toMatchObject({ id });
  });

  it("takes no guests while the board is paused, closed or sealed", async () => {
    const { user, id, code } = await createBoard();
    const settings = { needsApproval: false, isOpen: false, isPaused: false, closesOn: null };
    const joining = async (now = WRITTEN_AT) => (await joinBoard(code, typed("Tom"), now)).ok;
    await changeSettings(user, id, { ...settings, isPaused: true });
    expect(await joining()).toBe(false);
    await changeSettings(user, id, { ...settings, closesOn: "2030-02-01" });
    expect(await joining(new Date("2030-02-01T23:59:00Z"))).toBe(true);
    expect(await joining(new Date("2030-02-02T00:00:00Z"))).toBe(false);
    await db.update(memories).set({ deliveryZone: "Pacific/Auckland" }).where(eq(memories.id, id));
    expect(await joining(new Date("2030-02-01T10:59:00Z"))).toBe(true);
    expect(await joining(new Date("2030-02-01T11:00:00Z"))).toBe(false);
    await changeSettings(user, id, settings);
    await sealVault(user, id);
    expect(await joining()).toBe(false);
    expect(await findBoardByCode(code)).toMatchObject({ state: "sealed", welcome: "" });
  });

  it("stops working once the board is cancelled, which deletes its guests", async () => {
    const { user, id, code } = await createBoard();
    await join(code, "Tom");
    await cancelVault(user, id);
    expect(await findBoardByCode(code)).toBeUndefined();
    expect(await listGuestsOf(id)).toEqual([]);
  });
});

describe("guests", () => {
  it("are one guest per form, however often and concurrently it is sent", async () => {
    const { id, code } = await createBoard();
    const form = typed("Tom");
    await Promise.all(Array.from({ length: 8 }, () => joinBoard(code, form)));
    expect(await namesOn(id)).toEqual(["Tom"]);
    await joinBoard(code, { ...form, name: "Tina" });
    expect((await namesOn(id)).sort()).toEqual(["Tina", "Tom"]);
  });

  it("who type a listed address change nothing about its owner, and get no proof of that guest", async () => {
    const { id, code } = await createBoard();
    const email = `${createId()}@example.org`;
    const tom = await confirmEmail(await join(code, "Tom"), email);
    const impostor = await join(code, "Posing");
    const board = await findBoardOf(impostor);
    if (board) await setGuestEmail(impostor, board, email);
    expect(await findGuestById(tom.id)).toMatchObject({ name: "Tom", email, isEmailConfirmed: true });
    expect(await findGuestById(impostor.id)).toMatchObject({ name: "Posing", isEmailConfirmed: false });
    expect(guestProof(impostor.id)).not.toBe(guestProof(tom.id));
    expect(await findGuestOf(id, [guestProof(impostor.id)])).toMatchObject({ id: impostor.id });
  });

  it("are mailed a way to stop the host's emails, unless they are the host", async () => {
    const { user, code } = await createBoard();
    const other = `${createId()}@example.net`;
    await confirmEmail(await join(code, "Me"), user.email);
    await confirmEmail(await join(code, "Tom"), other);
    const [[own], [guests]] = [await writtenTo(user.email, "guest_link"), await writtenTo(other, "guest_link")];
    expect(own?.props.unsubscribeUrl).toBeUndefined();
    expect(guests?.props.unsubscribeUrl).toContain("/stop/");
  });

  it("are not called in a mail to an unconfirmed address by what was typed as their name", async () => {
    const { code } = await createBoard();
    const email = `${createId()}@example.net`;
    await confirmEmail(await join(code, "Your account is locked, call 555 0100"), email);
    const [mail] = await writtenTo(email, "guest_link");
    expect(mail?.toName).toBe("");
    const { subject, text, html } = renderEmail("guest_link", mail?.props);
    expect(text).toContain("Hello,");
    for (const part of [subject, text, html]) expect(part).not.toContain("locked");
  });

  it("are recognised by their proof alone, whatever they change", async () => {
    const { id, code } = await createBoard();
    const tom = await join(code, "Tom");
    const other = await createBoard();
    await renameGuest(tom, "Tom Berger");
    expect(await findGuestOf(id, ["", `${tom.id}.${"a".repeat(43)}`, guestProof(tom.id)])).toMatchObject({
      name: "Tom Berger",
    });
    expect(await findGuestOf(id, [`${tom.id}.${"a".repeat(43)}`])).toBeUndefined();
    expect(await findGuestOf(other.id, [guestProof(tom.id)])).toBeUndefined();
    expect([isGuestProof(""), isGuestProof("."), isGuestProof(tom.id)]).toEqual([false, false, false]);
  });

  it("confirm an address by the link that was sent there, as long as it is theirs", async () => {
    const { code } = await createBoard();
    const guest = await join(code, "Tom");
    const board = await findBoardOf(guest);
    if (!board) throw new Error("no board");
    const [first, second] = [`${createId()}@example.org`, `${createId()}@example.org`];
    const linkTo = async (email: string) => {
      const [mail] = await writtenTo(email, "guest_link");
      return String(mail?.props.url).split("/guest-link/")[1] ?? "";
    };
    await setGuestEmail(guest, board, first);
    const mailed = await linkTo(first);
    expect(await findGuestByLink(mailed)).toMatchObject({ guest: { id: guest.id }, confirms: true });
    expect(await findGuestByLink(guestProof(guest.id))).toMatchObject({ confirms: false });
    await setGuestEmail(guest, board, second);
    expect(await findGuestByLink(mailed)).toBeUndefined();
    const found = await findGuestByLink(await linkTo(second));
    const elsewhere = await join((await createBoard()).code, "Tom");
    await setGuestEmail(elsewhere, (await findBoardOf(elsewhere)) ?? expect.unreachable(), second);
    await confirmGuestEmail({ ...guest, email: first });
    expect(await findGuestById(guest.id), "confirmed by the replaced address").toMatchObject({
      isEmailConfirmed: false,
    });
    if (found) await confirmGuestEmail(found.guest);
    expect(await findGuestById(guest.id)).toMatchObject({ email: second, isEmailConfirmed: true });
    expect(await findGuestById(elsewhere.id), "on another board").toMatchObject({ isEmailConfirmed: false });
    expect(await findGuestByLink(`${guest.id}.${"a".repeat(43)}`)).toBeUndefined();
  });

  it("take their pieces along into an account", async () => {
    const { code } = await createBoard();
    const [guest, other] = [await join(code, "Tom"), await join(code, "Eva")];
    const { user } = await createUser();
    // The button may be pressed twice.
    expect([await adoptGuest(guest, user), await adoptGuest(guest, user)]).toEqual([true, true]);
    expect(await adoptGuest(guest, (await createUser()).user), "of another person at the same computer").toBe(false);
    expect(await findGuestById(other.id)).toMatchObject({ userId: null, email: null });
    expect(await findGuestById(guest.id)).toMatchObject({
      userId: user.id,
      email: user.email,
      isEmailConfirmed: true,
    });
    expect((await listJoinedBoards(user)).boards).toMatchObject([
      { guestId: guest.id, hostName: "Anna", state: "scheduled" },
    ]);
    expect((await listJoinedBoards((await createUser()).user)).boards).toEqual([]);
    expect(await findGuestOfAccount(guest.vaultId, user.id)).toMatchObject({ id: guest.id });
    expect(await findGuestOfAccount((await createBoard()).id, user.id)).toBeUndefined();
    const earlier = { joinedAt: new Date("2020-01-01T12:00:00Z") };
    await db.update(boardGuests).set(earlier).where(eq(boardGuests.id, guest.id));
    await adoptGuest(other, user);
    expect(await findGuestOfAccount(guest.vaultId, user.id), "the last one").toMatchObject({ id: other.id });
  });

  it("are mailed at the email that their account has by now, also if it changed since their page was opened", async () => {
    const { code } = await createBoard();
    const tom = await createUser();
    const lena = await createUser({ verified: false });
    const guest = await join(code, "Lena");
    await verifyEmail(lena.user, await mailedToken(lena.user.email, "verify_address"));
    const { email } = await changeEmail(tom);
    await adoptGuest(guest, lena.user);
    expect(await findGuestById(guest.id)).toMatchObject({ email: lena.user.email, isEmailConfirmed: true });
    const other = await join(code, "Tom");
    await adoptGuest(other, tom.user);
    expect(await findGuestById(other.id)).toMatchObject({ email, isEmailConfirmed: true });
    expect(await joinBoard(code, { ...typed("Tom"), user: tom.user })).toMatchObject({ guest: { email } });
  });

  it("of an account are mailed at its email once that is verified, or changed", async () => {
    const { id, code } = await createBoard();
    const [tom, eva] = [await createUser({ verified: false }), await createUser({ verified: false })];
    await adoptGuest(await join(code, "Tom"), tom.user);
    await joinBoard(code, { ...typed("Eva"), user: eva.user });
    const other = await confirmEmail(await join(code, "Karl"), `${createId()}@example.org`);
    await adoptGuest(other, tom.user);
    await verifyEmail(tom.user, await mailedToken(tom.user.email, "verify_address"));
    const ida = await confirmEmail(await join((await createBoard()).code, "Ida"), eva.user.email);
    const to = `${createId()}@example.org`;
    await requestEmailChange(eva.user, to);
    await confirmEmailChange(eva.user, await mailedToken(to, "change_email"));
    expect(await findGuestById(ida.id), "of no account").toMatchObject({ email: eva.user.email });
    expect((await listConfirmedGuests(db, id)).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "Eva", email: to },
      { name: "Karl", email: other.email },
      { name: "Tom", email: tom.user.email },
    ]);
  });

  it("are limited to 500 who added something or confirmed an email", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await fill(id, GUESTS_AT_MOST - 1, { emailConfirmedAt: DUE_AT });
    expect(await joinBoard(code, typed("Only a name"))).toMatchObject({ ok: true });
    await postNote(karl, "Hello");
    expect(await joinBoard(code, typed("Late"))).toEqual({ ok: false, reason: "full" });
  });

  it("are listed for their host on pages of fifty", async () => {
    const { id, code } = await createBoard();
    for (let count = 1; count <= 51; count += 1) await join(code, `Guest ${count}`);
    const first = await pageOfGuests(id, 0);
    expect([first.guests.length, first.total, first.pages]).toEqual([50, 51, 2]);
    expect(await pageOfGuests(id, 9)).toMatchObject({ guests: [{ isEmailConfirmed: false }], page: 2 });
  });

  it("can be removed all at once where they only typed a name, which makes room again", async () => {
    const { user, id, code } = await createBoard();
    const { user: stranger } = await createUser();
    await postNote(await join(code, "Karl"), "Hello");
    await fill(id, 1, { name: "Lena", emailConfirmedAt: DUE_AT });
    await fill(id, NAMES_AT_MOST - 2);
    expect(await joinBoard(code, typed("Late"))).toEqual({ ok: false, reason: "full" });
    expect(await removeEmptyGuests(stranger, id)).toBe(false);
    expect(await removeEmptyGuests(user, id)).toBe(true);
    expect((await namesOn(id)).sort()).toEqual(["Karl", "Lena"]);
    expect(await joinBoard(code, typed("Late"))).toMatchObject({ ok: true });
  });

  it("are limited in names too, also when joining concurrently", async () => {
    const { id, code } = await createBoard();
    await fill(id, NAMES_AT_MOST - 2);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => joinBoard(code, typed(`Late ${number}`))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(answers).toContainEqual({ ok: false, reason: "full" });
  });

  it("get no mail from a board whose host has not verified their own email", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user, { type: "memory-board" });
    const tom = await join(await codeOf(id), "Tom");
    const board = await findBoardOf(tom);
    if (!board) throw new Error("no board");
    const email = `${createId()}@example.org`;
    expect(await setGuestEmail(tom, board, email)).toBe("host_unverified");
    expect(await writtenTo(email, "guest_link")).toEqual([]);
    expect(await findGuestById(tom.id)).toMatchObject({ email: null });
    expect(await setGuestEmail(tom, board, null)).toBe("removed");
  });

  it("can leave, and be removed by their host only", async () => {
    const { user, id, code } = await createBoard();
    const { user: stranger } = await createUser();
    const [tom, eva] = [await join(code, "Tom"), await join(code, "Eva")];
    expect(await removeGuest(stranger, id, tom.id)).toBe(false);
    const other = await createBoard();
    expect(await findHostedGuest(other.user, other.id, tom.id)).toBeUndefined();
    await removeGuest(other.user, other.id, tom.id);
    expect((await namesOn(id)).toSorted()).toEqual(["Eva", "Tom"]);
    await adoptGuest(tom, stranger);
    await adoptGuest(eva, stranger);
    expect(await removeGuest(user, id, tom.id)).toBe(true);
    expect(await findHostedGuest(user, id, tom.id)).toBeUndefined();
    expect([await wasRemoved(tom.id, stranger), await wasRemoved(eva.id, stranger)]).toEqual([true, false]);
    expect(await namesOn(id)).toEqual(["Eva"]);
    await withdrawGuest(eva);
    expect(await namesOn(id)).toEqual([]);
  });
});

describe("co-hosts", () => {
  it("host a board once they accept with the invited email, until they are removed", async () => {
    const { user, id } = await createBoard();
    const { user: lena } = await createUser({ name: "Lena" });
    const { user: stranger } = await createUser();
    const invitation = { name: "Lena", email: lena.email };
    expect(await inviteHost(stranger, id, invitation)).toMatchObject({ ok: false });
    expect(await inviteHost(user, id, invitation)).toEqual({ ok: true });
    expect(await inviteHost(user, id, invitation)).toEqual({ ok: true });
    expect(await writtenTo(lena.email, "host_invitation")).toHaveLength(1);
    expect(await findHostedBoard(lena, id)).toBeUndefined();
    expect((await listJoinedBoards(lena)).boards).toEqual([]);
    expect([await acceptHosting(stranger, id), await acceptHosting(lena, id)]).toEqual([false, true]);
    expect(await findHostedBoard(lena, id)).toMatchObject({ id });
    expect((await listJoinedBoards(lena)).boards).toMatchObject([{ id, guestId: null }]);
    expect(await makeInvitation(lena, id)).toBe(true);
    expect(await inviteHost(lena, id, { name: "X", email: "x@example.org" })).toMatchObject({ ok: false });
    expect([await removeHost(lena, id, lena.email), await removeHost(user, id, lena.email)]).toEqual([
      "refused",
      "removed",
    ]);
    expect(await findHostedBoard(lena, id)).toBeUndefined();
  });

  onOneServer("are not invited to a board that is cancelled at the same moment", async () => {
    const { user, id } = await createBoard();
    const email = `${createId()}@example.org`;
    let inviting: ReturnType<typeof inviteHost> | undefined;
    await inTransaction(async (tx) => {
      await tx.update(memories).set({ state: "cancelled" }).where(eq(memories.id, id));
      inviting = inviteHost(user, id, { name: "Lena", email });
      await untilWaiting(id, "update `memories`");
    });
    expect(await inviting).toEqual({ ok: false, reason: "not_found" });
    expect(await listHostsOf(id)).toEqual([]);
    expect(await writtenTo(email, "host_invitation")).toEqual([]);
  });

  it("are other people, and see nothing of the board before their email is verified", async () => {
    const { user, id } = await createBoard();
    expect(await inviteHost(user, id, { name: "Anna", email: user.email })).toEqual({ ok: false, reason: "yourself" });
    const { user: lena } = await createUser({ verified: false });
    await inviteHost(user, id, { name: "Lena", email: lena.email });
    expect(await acceptHosting(lena, id)).toBe(false);
    expect(await findHostInvitation(lena, id)).toBeUndefined();
    expect(await findHostInvitation({ ...lena, isEmailVerified: true }, id)).toMatchObject({ isAccepted: false });
  });

  it("host no other board by that, and are removed from no other", async () => {
    const boards = [await createBoard(), await createBoard()];
    const [lena, otto, stranger] = [await createUser(), await createUser(), await createUser()];
    const hosted = () =>
      Promise.all(
        boards.map(({ id }) =>
          Promise.all([lena, otto, stranger].map(async ({ user }) => (await findHostedBoard(user, id)) !== undefined)),
        ),
      );
    for (const { user: owner, id } of boards) {
      for (const { user } of [lena, otto]) await inviteHost(owner, id, { name: user.name, email: user.email });
    }
    const [first, second] = boards.map(({ id }) => id);
    await acceptHosting(lena.user, first ?? "");
    expect(await hosted()).toEqual([
      [true, false, false],
      [false, false, false],
    ]);
    await acceptHosting(lena.user, second ?? "");
    await acceptHosting(otto.user, first ?? "");
    await removeHost(boards[0]?.user ?? expect.unreachable(), first ?? "", lena.user.email);
    expect(await hosted()).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
  });

  it("accept only what their account's present email is invited to", async () => {
    const { user: owner, id } = await createBoard();
    const lena = await createUser();
    await inviteHost(owner, id, { name: "Lena", email: lena.user.email });
    await changeEmail(lena);
    expect(await acceptHosting(lena.user, id)).toBe(false);
    expect(await listHostsOf(id)).toMatchObject([{ email: lena.user.email, acceptedAt: null }]);
  });
});

describe("the invitation of a co-host", () => {
  it("goes to at most ten, also when they are invited concurrently", async () => {
    const { user, id } = await createBoard();
    const invited = await Promise.all(
      Array.from({ length: HOSTS_AT_MOST + 3 }, () =>
        inviteHost(user, id, { name: "Lena", email: `${createId()}@example.org` }),
      ),
    );
    expect(invited.filter(({ ok }) => ok)).toHaveLength(HOSTS_AT_MOST);
    expect(invited).toContainEqual({ ok: false, reason: "full" });
    expect(await listHostsOf(id)).toHaveLength(HOSTS_AT_MOST);
  });

  it("is mailed once to each address, also after it was removed, and quotes no title", async () => {
    const { user, id } = await createBoard({ title: "Claim your prize" });
    const email = `${createId()}@example.org`;
    for (const _ of [1, 2]) {
      expect(await inviteHost(user, id, { name: "Lena", email })).toEqual({ ok: true });
      expect(await removeHost(user, id, email)).toBe("removed");
    }
    const mails = await writtenTo(email, "host_invitation");
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0]?.props)).not.toContain("prize");
    const other = `${createId()}@example.org`;
    await inviteHost(user, id, { name: "Otto", email: other });
    expect(await writtenTo(other, "host_invitation")).toHaveLength(1);
  });

  it("is mailed again after it was withdrawn, only if its mail never left", async () => {
    const { user, id } = await createBoard();
    const email = `${createId()}@example.org`;
    const states = async () => (await writtenTo(email, "host_invitation")).map(({ state }) => state);
    const invite = (now: Date) => inviteHost(user, id, { name: "Lena", email }, now);
    const [monday, tuesday, friday] = [new Date("2030-01-07"), new Date("2030-01-08"), new Date("2030-01-11")];
    const send = async () => {
      for (const mail of await writtenTo(email, "host_invitation")) await sendMessage(mail.id, "worker", friday);
    };
    await invite(monday);
    await removeHost(user, id, email);
    await send();
    expect(await states()).toEqual(["failed"]);
    for (const _ of [1, 2]) await invite(tuesday);
    await send();
    expect((await states()).toSorted()).toEqual(["failed", "sent"]);
    await removeHost(user, id, email);
    await invite(friday);
    expect(await states()).toHaveLength(2);
  });

  it("is mailed only once the host's own email is verified", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user, { type: "memory-board" });
    const email = `${createId()}@example.org`;
    expect(await inviteHost(user, id, { name: "Lena", email })).toEqual({ ok: false, reason: "unverified" });
    expect(await writtenTo(email, "host_invitation")).toEqual([]);
  });
});

describe("a board with guests", () => {
  it("tells a guest that they joined it, also when it is sent again", async () => {
    const { id, code } = await createBoard();
    const tom = `${createId()}@example.org`;
    await confirmEmail(await join(code, "Tom"), tom);
    await deliverVault(id, DUE_AT);
    const [first] = await writtenTo(tom, "delivery");
    await sendMessage(first?.id ?? "", "worker", DUE_AT);
    await reportEvent(first?.id ?? "", "undelivered", "550 5.7.1 blocked");
    const again = (await writtenTo(tom, "delivery")).find((mail) => mail.id !== first?.id);
    expect(again?.props).toMatchObject({ recipientName: "Tom", isGuest: true });
  });

  it("tells a guest who unblocks its host that they joined it", async () => {
    const { user, id, code } = await createBoard();
    const tom = `${createId()}@example.org`;
    await confirmEmail(await join(code, "Tom"), tom);
    const blocked = { senderId: user.id, recipient: tom };
    await block(blocked);
    await deliverVault(id, DUE_AT);
    expect(await writtenTo(tom, "delivery")).toEqual([]);
    await unblock(blocked, DUE_AT);
    expect((await writtenTo(tom, "delivery"))[0]?.props).toMatchObject({ recipientName: "Tom", isGuest: true });
  });

  it("tells a guest whose mail was lost that they joined it", async () => {
    const { id, code } = await createBoard();
    const tom = `${createId()}@example.org`;
    await confirmEmail(await join(code, "Tom"), tom);
    await deliverVault(id, DUE_AT);
    await db.delete(messages).where(eq(messages.toAddress, tom));
    await rewriteMissingMessages();
    expect((await writtenTo(tom, "delivery"))[0]?.props).toMatchObject({ recipientName: "Tom", isGuest: true });
  });

  it("goes once to each guest with a confirmed email, by the name on the host's list if there is one", async () => {
    const eva = `${createId()}@example.org`;
    const { user, id, code } = await createBoard({ boardRecipients: [{ name: "Aunt Eva", email: eva }] });
    await join(code, "No address");
    await confirmEmail(await join(code, "Eva B"), eva);
    await confirmEmail(await join(code, "Myself"), user.email);
    const [tom, unconfirmed] = [`${createId()}@example.org`, `${createId()}@example.org`];
    await confirmEmail(await join(code, "Tom"), tom);
    const board = await findHostedBoard(user, id);
    if (board) await setGuestEmail(await join(code, "Later"), board, unconfirmed);
    const host = { name: user.name, email: user.email };
    const to = await addresseesOf(db, { ...(await storedVault(id)), type: "memory-board" }, host);
    expect(to).toHaveLength(3);
    expect(to).toEqual(
      expect.arrayContaining([{ name: "Aunt Eva", email: eva }, host, { name: "Tom", email: tom, isGuest: true }]),
    );
    await deliverVault(id, DUE_AT);
    expect((await writtenTo(tom, "delivery"))[0]?.props).toMatchObject({ recipientName: "Tom", isGuest: true });
    expect((await writtenTo(eva, "delivery"))[0]?.props).not.toHaveProperty("isGuest");
    expect(await writtenTo(unconfirmed, "delivery")).toEqual([]);
    expect(await deliveriesOf(id)).toHaveLength(3);
    expect(await joinBoard(code, typed("Too late"))).toEqual({ ok: false, reason: "not_found" });
    expect(await findBoardByCode(code)).toMatchObject({ state: "delivering" });
  });

  /** Guests with a confirmed address. */
  async function addGuests(vaultId: string, count: number) {
    const confirmed = { vaultId, joinedAt: WRITTEN_AT, emailConfirmedAt: WRITTEN_AT };
    await db.insert(boardGuests).values(
      Array.from({ length: count }, (_, number) => ({
        id: createId(),
        name: `Guest ${number}`,
        email: `g${number}.${vaultId}@example.org`,
        ...confirmed,
      })),
    );
  }

  const sendAll = async (id: string) => {
    const queued = (await deliveriesOf(id)).filter(({ state }) => state === "queued");
    for (const { messageId } of queued) await sendMessage(messageId ?? "", "worker", DUE_AT);
  };

  it("is delivered a hundred people at a time, each once, and delivered only after the last", async () => {
    const { id } = await createBoard();
    await addGuests(id, ADDRESSEES_AT_ONCE + 20);
    // Others may be due as well.
    while ((await deliveriesOf(id)).length === 0) await deliverBatch(DUE_AT);
    expect(await deliveriesOf(id)).toHaveLength(ADDRESSEES_AT_ONCE);
    await sendAll(id);
    expect(await storedVault(id)).toMatchObject({ state: "delivering", hasUnaddressed: true });
    await Promise.all([deliverVault(id, DUE_AT), deliverVault(id, DUE_AT)]);
    const deliveries = await deliveriesOf(id);
    expect(deliveries).toHaveLength(ADDRESSEES_AT_ONCE + 21);
    expect(new Set(deliveries.map(({ recipientEmail }) => recipientEmail)).size).toBe(deliveries.length);
    expect(await storedVault(id)).toMatchObject({ state: "delivering", hasUnaddressed: false, dueAt: null });
    await sendAll(id);
    expect((await storedVault(id)).state).toBe("delivered");
  });

  it("is delivered to everyone, though an address is corrected before the last hundred", async () => {
    const { id } = await createBoard();
    await addGuests(id, ADDRESSEES_AT_ONCE + 20);
    while ((await deliveriesOf(id)).length === 0) await deliverBatch(DUE_AT);
    const [corrected] = await deliveriesOf(id);
    const recipientEmail = `${createId()}@example.net`;
    await db
      .update(deliveries)
      .set({ recipientEmail, firstEmail: null })
      .where(eq(deliveries.id, corrected?.id ?? ""));
    await deliverVault(id, DUE_AT);
    const emails = (await deliveriesOf(id)).map((one) => one.recipientEmail);
    expect(emails).toHaveLength(ADDRESSEES_AT_ONCE + 21);
    expect(emails).toContain(recipientEmail);
    expect(emails).not.toContain(corrected?.recipientEmail);
  });

  it("is delivered once the remaining guests have withdrawn", async () => {
    const { id } = await createBoard();
    await addGuests(id, ADDRESSEES_AT_ONCE + 5);
    while ((await deliveriesOf(id)).length === 0) await deliverBatch(DUE_AT);
    await sendAll(id);
    const reached = new Set((await deliveriesOf(id)).map(({ recipientEmail }) => recipientEmail));
    for (const guest of await listGuestsOf(id)) if (!reached.has(guest.email ?? "")) await withdrawGuest(guest);
    await deliverVault(id, DUE_AT);
    await sendAll(id);
    expect(await storedVault(id)).toMatchObject({ state: "delivered", hasUnaddressed: false });
  });
});

it.each(["host_invitation", "guest_link"] as const)("the mail %s says that its board is sealed", async (kind) => {
  const { user, id, code } = await createBoard();
  const tom = await join(code, "Tom");
  await sealVault(user, id);
  const email = `${createId()}@example.org`;
  if (kind === "guest_link") await confirmEmail(tom, email);
  else await inviteHost(user, id, { name: "Lena", email });
  const { text } = renderEmail(kind, (await writtenTo(email, kind))[0]?.props);
  expect(text).toContain("sealed");
  expect(text).not.toMatch(/gathering|add\s+pieces|invite\s+guests/);
});

it.each([
  ["paused", { isPaused: true }],
  ["over", { closesOn: "2030-02-01" }],
] as const)("the mail to a guest says in the page’s words that its board is %s", async (closed, change) => {
  const { user, id, code } = await createBoard();
  const tom = await join(code, "Tom");
  await changeSettings(user, id, { needsApproval: false, isOpen: false, isPaused: false, closesOn: null, ...change });
  const board = await findBoardOf(tom);
  const email = `${createId()}@example.org`;
  if (board) await setGuestEmail(tom, board, email, new Date("2030-02-02T00:00:00Z"));
  const text = renderEmail("guest_link", (await writtenTo(email, "guest_link"))[0]?.props).text.replace(/\s+/g, " ");
  expect(text).toContain(CLOSED_WORDS[closed]);
  expect(text).toContain("with it you can change your pieces or take them back");
  expect(text).not.toContain("gathering");
});
