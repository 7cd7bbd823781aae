import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addresseesOf } from "~/domain/recipients/addressees.server";
import { handOver } from "~/domain/visitor-draft/hand-over.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { boardGuests, boardInvitations } from "~db/schema";
import {
  createDraft,
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { formValues } from "../../../tests/factories/visitor-draft";
import {
  correctGuest,
  findGuest,
  GUESTS_AT_MOST,
  type Guest,
  guestProof,
  joinBoard,
  leaveBoard,
  listGuests,
} from "./guests.server";
import {
  findBoardByCode,
  findInviteLink,
  findOwnBoard,
  makeInvitation,
  removeGuest,
  revokeInvitation,
} from "./invitation.server";
import { inviteCode, inviteLinkFor } from "./invite-link.server";

const BOARD = { type: "memory-board" } as const;

async function createBoard(overrides: Parameters<typeof createLetter>[1] = {}) {
  const { user } = await createUser({ name: "Anna", vaultLimit: 9 });
  const id = await createLetter(user, { ...BOARD, ...overrides });
  return { user, id, code: await codeOf(id) };
}

const codeOf = async (id: string) => (await findInviteLink(id))?.split("/join/")[1] ?? "";

const typed = (name: string, email: string | null = null) => ({ formId: createId(), name, email });

async function join(code: string, name: string, email: string | null = null): Promise<Guest> {
  const joined = await joinBoard(code, typed(name, email));
  if (!joined.ok) throw new Error(joined.reason);
  return joined.guest;
}

const namesOn = async (id: string) => (await listGuests(db, id)).map(({ name }) => name);

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
    expect(await findBoardByCode(inviteCode(kept))).toMatchObject({ id: draft, isOpened: false });
  });

  it("is the one of the form for visitors who sign up later", async () => {
    const { user } = await createUser();
    const formId = createId();
    const values = formValues({ recipientName: "", recipientEmail: "" });
    const written = { type: "memory-board", formId, values, uploadOwner: undefined, isSubmitted: true } as const;
    const handedOver = await handOver(user, written);
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
    expect(await findOwnBoard(user, id)).toMatchObject({ url: null });
    expect(await makeInvitation(user, id)).toBe(true);
    expect(await findBoardByCode(await codeOf(id))).toMatchObject({ id });
  });

  it("stops working once the board is cancelled, which deletes its guests", async () => {
    const { user, id, code } = await createBoard();
    await join(code, "Tom", "tom@example.org");
    await cancelVault(user, id);
    expect(await findBoardByCode(code)).toBeUndefined();
    expect(await listGuests(db, id)).toEqual([]);
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

  it("with one email are one guest, by the last name given", async () => {
    const { id, code } = await createBoard();
    const first = await join(code, "Tom", "tom@example.org");
    const again = await join(code, "Thomas", "tom@example.org");
    expect(again.id).toBe(first.id);
    expect(await namesOn(id)).toEqual(["Thomas"]);
    const eva = await join(code, "Eva");
    expect(await correctGuest(code, eva.id, { name: "Eva", email: "tom@example.org" })).toMatchObject({ ok: true });
    expect(await namesOn(id)).toEqual(["Eva"]);
  });

  it("can correct their entry and leave the list", async () => {
    const { id, code } = await createBoard();
    const other = await createBoard();
    const tom = await join(code, "Tom", "tom@example.org");
    expect(await correctGuest(other.code, tom.id, { name: "X", email: null })).toMatchObject({ ok: false });
    await leaveBoard(other.code, tom.id);
    expect(await correctGuest(code, tom.id, { name: "Tom Berger", email: null })).toMatchObject({ ok: true });
    expect(await listGuests(db, id)).toEqual([{ id: tom.id, name: "Tom Berger", email: null }]);
    await leaveBoard(code, tom.id);
    expect(await namesOn(id)).toEqual([]);
  });

  it("are recognised by their own entry, not by an email that another person typed", async () => {
    const { id, code } = await createBoard();
    const posing = await join(code, "Posing", "tom@example.org");
    expect(await findGuest(id, [guestProof(posing)])).toEqual(posing);
    const tom = await join(code, "Tom", "tom@example.org");
    expect(await findGuest(id, [guestProof(posing)])).toBeUndefined();
    expect(await findGuest(id, ["", `${tom.id}.${"a".repeat(43)}`])).toBeUndefined();
    expect(await findGuest((await createBoard()).id, [guestProof(tom)])).toBeUndefined();
  });

  it("are limited to 500, also when joining concurrently", async () => {
    const { id, code } = await createBoard();
    const row = (number: number) => ({ id: createId(), vaultId: id, name: `Guest ${number}`, joinedAt: DUE_AT });
    await db.insert(boardGuests).values(Array.from({ length: GUESTS_AT_MOST - 3 }, (_, number) => row(number)));
    await join(code, "Tom", "tom@example.org");
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => joinBoard(code, typed(`Late ${number}`))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(answers).toContainEqual({ ok: false, reason: "full" });
    expect(await joinBoard(code, typed("Tom B", "tom@example.org"))).toMatchObject({ ok: true });
  });

  it("can be removed only by their host", async () => {
    const { user, id, code } = await createBoard();
    const { user: stranger } = await createUser();
    const tom = await join(code, "Tom");
    expect(await removeGuest(stranger, id, tom.id)).toBe(false);
    expect(await removeGuest(user, id, tom.id)).toBe(true);
    expect(await namesOn(id)).toEqual([]);
  });
});

describe("a board with guests", () => {
  it("goes once to each guest who left an email, by the name on the host's list if there is one", async () => {
    const eva = `${createId()}@example.org`;
    const { user, id, code } = await createBoard({ boardRecipients: [{ name: "Aunt Eva", email: eva }] });
    await join(code, "Nobody's address");
    await join(code, "Eva B", eva);
    await join(code, "Myself", user.email);
    const tom = `${createId()}@example.org`;
    await join(code, "Tom", tom);
    const creator = { name: user.name, email: user.email };
    const to = await addresseesOf(db, { ...(await storedVault(id)), type: "memory-board" }, creator);
    expect(to).toEqual([{ name: "Aunt Eva", email: eva }, creator, { name: "Tom", email: tom, isGuest: true }]);
    await deliverVault(id, DUE_AT);
    expect((await writtenTo(tom, "delivery"))[0]?.props).toMatchObject({ recipientName: "Tom", isGuest: true });
    expect((await writtenTo(eva, "delivery"))[0]?.props).not.toHaveProperty("isGuest");
    expect(await deliveriesOf(id)).toHaveLength(3);
    expect(await joinBoard(code, typed("Too late"))).toEqual({ ok: false, reason: "not_found" });
    expect(await findBoardByCode(code)).toMatchObject({ isOpened: true });
  });

  it("is delivered to 60 guests", async () => {
    const { id, code } = await createBoard();
    for (let number = 0; number < 60; number += 1) await join(code, `Guest ${number}`, `g${number}.${id}@example.org`);
    await deliverVault(id, DUE_AT);
    const deliveries = await deliveriesOf(id);
    expect(deliveries).toHaveLength(61);
    await Promise.all(deliveries.map(({ messageId }) => sendMessage(messageId ?? "", "worker", DUE_AT)));
    expect((await storedVault(id)).state).toBe("delivered");
  });
});
