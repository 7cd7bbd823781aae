import { createId } from "@paralleldrive/cuid2";
import { addMinutes, addSeconds, subDays } from "date-fns";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewPostMedia } from "~/domain/access/view-post-media.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import { listUploads } from "~/domain/media/uploads.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { receivedBytes } from "~/services/media-store.server";
import { boardGuests, boardMedia, boardPosts, memories, messages, uploads } from "~db/schema";
import { createBoard, join, postInput, postNote, postPhoto } from "../../../tests/factories/board";
import { DUE_AT, WRITTEN_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUpload, createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { NOTHING_USED, quotaFor, remainingQuota } from "./board";
import { findHostedBoard, lockBoard } from "./board.server";
import { adoptGuest, type Guest, renameGuest } from "./guests.server";
import { acceptHosting, inviteHost, removeHost } from "./hosts.server";
import { subscribeToWall, type WallEvent, wallEventsSince } from "./live-wall.server";
import { moderatePost, reportPost, versionOfPost } from "./moderation.server";
import { listPieces } from "./pieces.server";
import { encryptPostText } from "./post-text.server";
import { addPosts, editPost, removeOwnPost, withdrawGuest } from "./posts.server";
import { remainingQuotaOf } from "./quota.server";
import { changeSettings, findHostedGuest, removeGuest } from "./settings.server";
import { thankContributors } from "./thanks.server";
import type { WallViewer } from "./wall-access.server";

const OPEN = { needsApproval: false, isOpen: false, isPaused: false, closesOn: null };

const textsOn = async (id: string) => (await listPieces(id)).map(({ text }) => text);

const subscription = (host: User, vaultId: string) => ({
  viewer: { vaultId, host },
  onEvent: () => {},
  onEnd: () => {},
});

async function onlyPiece(id: string) {
  const [piece] = await listPieces(id);
  if (!piece) throw new Error("There is no piece.");
  return piece;
}

describe("a guest's piece", () => {
  it("is a note, or one piece for each file, with the words beside the first", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "You taught me to ride a bike.");
    const { owner, formId, upload } = await createUploadedPhoto();
    const second = await createUpload(owner, formId, { position: 1, kind: "audio", contentType: "audio/mpeg" });
    const added = await addPosts(
      karl,
      postInput("The boat", { formId, files: { owner, altTexts: { [upload.id]: "A boat" } } }),
      new Date(WRITTEN_AT.getTime() + 1000),
    );
    expect(added).toEqual({ ok: true, count: 2, needsApproval: false });
    expect(await listPieces(id)).toMatchObject([
      { kind: "note", text: "You taught me to ride a bike.", authorName: "Karl", file: null },
      { kind: "photo", text: "The boat", file: { id: upload.id, altText: "A boat" } },
      { kind: "audio", text: "", file: { id: second.id } },
    ]);
    expect(await listUploads(owner, formId)).toEqual([]);
  });

  it("is not legible in the database", async () => {
    const { id, code } = await createBoard();
    await postNote(await join(code, "Karl"), "You taught me to ride a bike.");
    const rows = await db.select().from(boardPosts).where(eq(boardPosts.vaultId, id));
    expect(rows[0]?.textEncrypted.toString("latin1")).not.toContain("bike");
  });

  it("is added once, however often its form is sent", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const input = postInput("Once");
    const results = await Promise.all(Array.from({ length: 5 }, () => addPosts(karl, input, WRITTEN_AT)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await textsOn(id)).toEqual(["Once"]);
  });

  it("is added once if the same words come back in a new form within ten minutes", async () => {
    const { id, code } = await createBoard();
    const [karl, lena] = [await join(code, "Karl"), await join(code, "Lena")];
    const send = (guest: Guest, minutes: number) => postNote(guest, "Happy birthday!", addMinutes(WRITTEN_AT, minutes));
    expect(await send(karl, 0)).toMatchObject({ ok: true });
    expect(await send(karl, 9)).toEqual({ ok: true, count: 1, needsApproval: false });
    expect(await listPieces(id)).toHaveLength(1);
    await send(lena, 9);
    await send(karl, 11);
    await postPhoto(karl, "Happy birthday!", addMinutes(WRITTEN_AT, 12));
    expect(await listPieces(id)).toHaveLength(4);
  });

  it("is changed by its form if that is sent again with other words and more files", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const { owner, formId, upload } = await createUploadedPhoto();
    const form = (text: string) => postInput(text, { formId, files: { owner, altTexts: {} } });
    await addPosts(karl, form("The boat"), WRITTEN_AT);
    await createUpload(owner, formId, { sha256: upload.sha256 });
    const second = await createUpload(owner, formId, { position: 1, kind: "audio", contentType: "audio/mpeg" });
    for (let sent = 0; sent < 2; sent += 1) {
      expect(await addPosts(karl, form("The boat, 1987"), WRITTEN_AT)).toMatchObject({ ok: true, count: 2 });
    }
    expect(await listPieces(id)).toMatchObject([
      { text: "The boat, 1987", file: { id: upload.id } },
      { text: "", file: { id: second.id } },
    ]);
  });

  it("waits for approval again if its form is sent with other words", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const formId = createId();
    await addPosts(karl, postInput("Hello", { formId }), WRITTEN_AT);
    await changeSettings(user, id, { ...OPEN, needsApproval: true });
    expect(await addPosts(karl, postInput("Hello!", { formId }), WRITTEN_AT)).toMatchObject({ needsApproval: true });
    expect(await listPieces(id)).toMatchObject([{ text: "Hello!", state: "waiting" }]);
    expect(await addPosts(karl, postInput("H".repeat(9_001), { formId }), WRITTEN_AT)).toMatchObject({
      ok: false,
      reason: "over_quota",
    });
  });

  it("can be changed and taken back by its author only", async () => {
    const { id, code } = await createBoard();
    const [karl, lena] = [await join(code, "Karl"), await join(code, "Lena")];
    await postPhoto(karl, "The boat");
    const piece = await onlyPiece(id);
    expect(await editPost(lena, piece.id, { text: "Mine" })).toMatchObject({ ok: false, reason: "gone" });
    await removeOwnPost(lena, piece.id);
    expect(await editPost(karl, piece.id, { text: "The boat, 1987" })).toEqual({ ok: true, state: "shown" });
    expect(await textsOn(id)).toEqual(["The boat, 1987"]);
    const [file] = await db.select().from(boardMedia).where(eq(boardMedia.postId, piece.id));
    await postNote(karl, "And the shore");
    await removeOwnPost(karl, piece.id);
    expect(await textsOn(id)).toEqual(["And the shore"]);
    expect(await receivedBytes(file?.storageKey ?? "", "photo")).toBe(0);
  });

  it("keeps its words once the board is sealed or revealed", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello");
    const { id: postId } = await onlyPiece(id);
    const edit = () => editPost(karl, postId, { text: "Changed" });
    await sealVault(user, id);
    expect(await edit()).toEqual({ ok: false, reason: "closed", closed: "sealed" });
    await deliverVault(id, DUE_AT);
    expect(await edit()).toEqual({ ok: false, reason: "closed", closed: "revealed" });
    expect(await textsOn(id)).toEqual(["Hello"]);
  });

  it("is deleted with everything that its author takes back, and with a cancelled board", async () => {
    const { user, id, code } = await createBoard();
    const [karl, lena] = [await join(code, "Karl"), await join(code, "Lena")];
    for (const guest of [karl, lena]) await postPhoto(guest, guest.name);
    await withdrawGuest(karl);
    expect(await textsOn(id)).toEqual(["Lena"]);
    expect(await addPosts(karl, postInput("Too late"), WRITTEN_AT)).toMatchObject({ ok: false, reason: "gone" });
    await cancelVault(user, id);
    expect(await textsOn(id)).toEqual([]);
  });

  it("keeps its words when its form is sent again with other words and with files that no longer fit", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const { owner, formId } = await createUploadedPhoto();
    const send = (text: string) => addPosts(karl, postInput(text, { formId, files: { owner, altTexts: {} } }));
    expect(await send("The boat")).toMatchObject({ ok: true, count: 1 });
    const video = { kind: "video", contentType: "video/mp4" } as const;
    for (let position = 1; position <= 6; position += 1) await createUpload(owner, formId, { position, ...video });
    expect(await send("The boat, 1987")).toMatchObject({ ok: false, reason: "over_quota", exceeded: "video" });
    expect(await textsOn(id)).toEqual(["The boat"]);
    expect(await listUploads(owner, formId)).toHaveLength(6);
  });

  it("is refused while the board is paused, closed, sealed or revealed", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const closed = async (now = WRITTEN_AT) => addPosts(karl, postInput("Hello"), now);
    await changeSettings(user, id, { ...OPEN, isPaused: true });
    expect(await closed()).toMatchObject({ ok: false, closed: "paused" });
    await changeSettings(user, id, { ...OPEN, closesOn: "2030-02-01" });
    expect(await closed(new Date("2030-02-02T00:00:00Z"))).toMatchObject({ ok: false, closed: "over" });
    await changeSettings(user, id, OPEN);
    await sealVault(user, id);
    expect(await closed()).toMatchObject({ ok: false, closed: "sealed" });
    await deliverVault(id, DUE_AT);
    expect(await closed()).toMatchObject({ ok: false, closed: "revealed" });
  });
});

describe("the quota of a board", () => {
  it("is shared equally among guests, within bounds", () => {
    expect(quotaFor(1)).toMatchObject({ photo: 50, video: 5, characters: 3000 });
    expect(quotaFor(10)).toMatchObject({ photo: 10, video: 1, characters: 900 });
    expect(quotaFor(500)).toMatchObject({ photo: 5, video: 1, characters: 300 });
    const used = { ...NOTHING_USED, photo: 98 };
    expect(remainingQuota(4, used, NOTHING_USED)).toMatchObject({ photo: 2 });
    expect(remainingQuota(4, used, { ...NOTHING_USED, photo: 30 })).toMatchObject({ photo: 0 });
  });

  it("cannot be filled by one guest, and the host's welcome does not count", async () => {
    const { code } = await createBoard({ message: "W".repeat(9_000) });
    const karl = await join(code, "Karl");
    expect(await postNote(karl, "a".repeat(3_000))).toMatchObject({ ok: true });
    expect(await postNote(karl, "b")).toMatchObject({ ok: false, exceeded: "characters" });
    const lena = await join(code, "Lena");
    expect((await remainingQuotaOf(lena)).characters).toBe(3_000);
  });

  it("is filled by a longer note, without what it had before", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "a".repeat(2_000));
    const { id: postId } = await onlyPiece(id);
    expect(await editPost(karl, postId, { text: "b".repeat(3_000) })).toMatchObject({ ok: true });
    expect(await editPost(karl, postId, { text: "b".repeat(3_001) })).toMatchObject({ exceeded: "characters" });
  });

  it("is shared by the host, whose files count together with the guests’", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    const video = { kind: "video", contentType: "video/mp4" } as const;
    for (let count = 0; count < 5; count += 1) {
      const { owner, formId } = await createUploadedPhoto(video);
      await addPosts(karl, postInput("", { formId, files: { owner, altTexts: {} } }), WRITTEN_AT);
    }
    const { owner, formId, upload } = await createUploadedPhoto(video);
    for (let position = 1; position < 6; position += 1) await createUpload(owner, formId, { position, ...video });
    const attach = () => inTransaction((tx) => attachUploads(tx, { owner, formId, vaultId: id }, WRITTEN_AT));
    expect(await attach()).toMatchObject({
      ok: false,
      kind: "video",
      message: "This vault takes up to 10 videos. Please remove one first. Your guests’ pieces count, too.",
    });
    await db.delete(uploads).where(eq(uploads.id, upload.id));
    const elsewhere = await join((await createBoard()).code, "Lena");
    const form = await createUploadedPhoto(video);
    const files = { owner: form.owner, altTexts: {} };
    await addPosts(elsewhere, postInput("", { formId: form.formId, files }), WRITTEN_AT);
    expect(await attach()).toMatchObject({ ok: true, count: 5 });
  });

  it("is not taken by those who only typed a name", async () => {
    const { code } = await createBoard();
    const [karl, lena, otto] = [await join(code, "Karl"), await join(code, "Lena"), await join(code, "Otto")];
    for (let count = 0; count < 20; count += 1) await join(code, `Guest ${count}`);
    expect(await remainingQuotaOf(karl)).toMatchObject({ photo: 50, video: 5, audio: 5 });
    await postNote(lena, "Hello");
    await db.update(boardGuests).set({ emailConfirmedAt: WRITTEN_AT }).where(eq(boardGuests.id, otto.id));
    expect(await remainingQuotaOf(karl)).toMatchObject({ photo: 33, video: 3, audio: 3 });
  });

  it("goes to one of two guests for the last slot; the other keeps their file", async () => {
    const { code } = await createBoard();
    const guests: Guest[] = [];
    for (const name of ["Karl", "Lena", "Otto"]) guests.push(await join(code, name));
    for (const guest of guests) await postNote(guest, "Hello");
    const forms = await Promise.all(
      guests.flatMap((guest) =>
        [1, 2, 3, 4].map(async () => ({
          guest,
          ...(await createUploadedPhoto({ kind: "video", contentType: "video/mp4" })),
        })),
      ),
    );
    const send = ({ guest, owner, formId }: (typeof forms)[number]) =>
      addPosts(guest, postInput("", { formId, files: { owner, altTexts: {} } }), WRITTEN_AT);
    const results = await Promise.all(forms.map(send));
    // A quota is 3 of the 10 videos with three guests.
    expect(results.filter(({ ok }) => ok)).toHaveLength(9);
    const last = [await join(code, "Mia"), await join(code, "Leo")];
    const race = await Promise.all(
      last.map(async (guest) => {
        const form = { guest, ...(await createUploadedPhoto({ kind: "video", contentType: "video/mp4" })) };
        return { form, result: await send(form) };
      }),
    );
    expect(race.filter(({ result }) => result.ok)).toHaveLength(1);
    const loser = race.find(({ result }) => !result.ok);
    expect(loser?.result).toMatchObject({ reason: "over_quota", exceeded: "video" });
    expect(await listUploads(loser?.form.owner ?? "", loser?.form.formId ?? "")).toHaveLength(1);
  });
});

describe("hosts", () => {
  it("approve, hide, restore and remove pieces of their own board", async () => {
    const { user, id, code } = await createBoard();
    const { user: stranger } = await createUser();
    await changeSettings(user, id, { ...OPEN, needsApproval: true });
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello");
    const { id: postId, state } = await onlyPiece(id);
    expect(state).toBe("waiting");
    const moderated = async (by: typeof user, how: Parameters<typeof moderatePost>[2]) => {
      const result = await moderatePost(by, { vaultId: id, postId }, how);
      return [result, (await listPieces(id))[0]?.state];
    };
    expect(await moderated(stranger, "approve")).toEqual(["refused", "waiting"]);
    expect(await moderated(user, "approve")).toEqual(["done", "shown"]);
    expect(await editPost(karl, postId, { text: "Hello again" })).toEqual({ ok: true, state: "waiting" });
    expect((await onlyPiece(id)).state).toBe("waiting");
    expect(await moderated(user, "hide")).toEqual(["done", "hidden"]);
    expect(await moderated(user, "restore")).toEqual(["done", "shown"]);
    expect(await moderated(user, "remove")).toEqual(["done", undefined]);
  });

  it("approve a piece again only if its words or its description changed", async () => {
    const { user, id, code } = await createBoard();
    await changeSettings(user, id, { ...OPEN, needsApproval: true });
    const karl = await join(code, "Karl");
    await postPhoto(karl, "The boat");
    const { id: postId } = await onlyPiece(id);
    await moderatePost(user, { vaultId: id, postId }, "approve");
    const approved = await onlyPiece(id);
    const save = (altText: string) => editPost(karl, postId, { text: "The boat", altText });
    expect(await save(approved.file?.altText ?? "")).toEqual({ ok: true, state: "shown" });
    expect(await onlyPiece(id)).toEqual(approved);
    expect(await save("Rude words")).toEqual({ ok: true, state: "waiting" });
    await moderatePost(user, { vaultId: id, postId }, "hide");
    expect(await save("A boat")).toEqual({ ok: true, state: "hidden" });
    expect(await onlyPiece(id)).toMatchObject({ state: "hidden", file: { altText: "A boat" } });
  });

  it("approve pieces again after their author's name changed, which is final once the board is sealed", async () => {
    const { user, id, code } = await createBoard();
    await changeSettings(user, id, { ...OPEN, needsApproval: true });
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello");
    const { id: postId } = await onlyPiece(id);
    await moderatePost(user, { vaultId: id, postId }, "approve");
    expect(await renameGuest(karl, "Karl")).toEqual({ ok: true, needsApproval: false });
    expect((await onlyPiece(id)).state).toBe("shown");
    expect(await renameGuest(karl, "Rude words")).toEqual({ ok: true, needsApproval: true });
    expect(await onlyPiece(id)).toMatchObject({ state: "waiting", authorName: "Rude words" });
    await moderatePost(user, { vaultId: id, postId }, "hide");
    expect(await renameGuest(karl, "Karl")).toEqual({ ok: true, needsApproval: false });
    expect((await onlyPiece(id)).state).toBe("hidden");
    await sealVault(user, id);
    expect(await renameGuest(karl, "Rude words")).toEqual({ ok: false, closed: "sealed" });
    await deliverVault(id, DUE_AT);
    expect(await renameGuest(karl, "Rude words")).toEqual({ ok: false, closed: "revealed" });
    expect((await onlyPiece(id)).authorName).toBe("Karl");
  });

  it("learn of a reported piece once, until they decide", async () => {
    const { user, id, code } = await createBoard();
    await postNote(await join(code, "Karl"), "Rude");
    const { id: postId } = await onlyPiece(id);
    const board = await findHostedBoard(user, id);
    if (!board) throw new Error("no board");
    const [lena, invited] = [await createUser(), await createUser()];
    for (const { user: host } of [lena, invited]) await inviteHost(user, id, { name: host.name, email: host.email });
    await acceptHosting(lena.user, id);
    for (const _ of [1, 2]) await reportPost(board, postId);
    for (const { email } of [user, lena.user]) expect(await writtenTo(email, "board_report")).toHaveLength(1);
    expect(await writtenTo(invited.user.email, "board_report")).toEqual([]);
    expect(await onlyPiece(id)).toMatchObject({ isReported: true, state: "shown" });
    await moderatePost(user, { vaultId: id, postId }, "hide");
    expect(await onlyPiece(id)).toMatchObject({ isReported: false });
  });

  it("are mailed a few times an hour, however many pieces are reported, and see them all", async () => {
    const { user, id, code } = await createBoard();
    const tom = await join(code, "Tom");
    const board = (await findHostedBoard(user, id)) ?? expect.unreachable();
    for (let count = 0; count < 8; count += 1) await postNote(tom, `Note ${count}`);
    const [last, ...pieces] = await listPieces(id);
    const reportedAt = new Date();
    // Other mails of the board do not count.
    for (let count = 0; count < 5; count += 1) {
      await inviteHost(user, id, { name: "Lena", email: `${createId()}@example.org` }, reportedAt);
    }
    for (const piece of pieces) await reportPost(board, piece.id, reportedAt);
    expect(await writtenTo(user.email, "board_report")).toHaveLength(5);
    expect((await listPieces(id)).filter(({ isReported }) => isReported)).toHaveLength(7);
    await reportPost(board, last?.id ?? "", addMinutes(reportedAt, 61));
    expect(await writtenTo(user.email, "board_report")).toHaveLength(6);
  });

  it("leave a reported piece only as they saw it, also when they press twice", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello", subDays(new Date(), 1));
    const { id: postId, ...seen } = await onlyPiece(id);
    const board = await findHostedBoard(user, id);
    await reportPost(board ?? expect.unreachable(), postId);
    const leave = (shown: typeof seen) =>
      moderatePost(user, { vaultId: id, postId, version: versionOfPost(shown) }, "restore");
    await editPost(karl, postId, { text: "Rude words" });
    expect(await leave(seen)).toBe("changed");
    const changed = await onlyPiece(id);
    expect(changed).toMatchObject({ isReported: true });
    for (const _ of [1, 2]) expect(await leave(changed)).toBe("done");
    expect(await onlyPiece(id)).toMatchObject({ isReported: false });
  });

  it("decide nothing about a board that is being sealed", async () => {
    const { user, id, code } = await createBoard();
    await postNote(await join(code, "Karl"), "Hello");
    const { id: postId } = await onlyPiece(id);
    const [hiding] = await inTransaction(async (tx) => {
      await lockBoard(tx, id);
      const late = moderatePost(user, { vaultId: id, postId }, "hide");
      expect(await findHostedBoard(user, id)).toMatchObject({ state: "scheduled" });
      await tx.update(memories).set({ state: "sealed" }).where(eq(memories.id, id));
      return [late];
    });
    expect(await hiding).toBe("refused");
    expect((await onlyPiece(id)).state).toBe("shown");
  });

  it("decide nothing about a piece that is gone, nor about one of another board", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello");
    const { id: postId } = await onlyPiece(id);
    const other = await createBoard();
    expect(await moderatePost(other.user, { vaultId: other.id, postId }, "hide")).toBe("gone");
    expect((await onlyPiece(id)).state).toBe("shown");
    await removeOwnPost(karl, postId);
    expect(await moderatePost(user, { vaultId: id, postId }, "approve")).toBe("gone");
    expect(await moderatePost(user, { vaultId: id, postId }, "remove")).toBe("done");
  });

  it("delete until the reveal, and from then on only the owner does", async () => {
    const { user, id, code } = await createBoard();
    const { user: lena } = await createUser({ name: "Lena" });
    await inviteHost(user, id, { name: "Lena", email: lena.email });
    await acceptHosting(lena, id);
    const karl = await join(code, "Karl");
    for (const text of ["First", "Second"]) await postNote(karl, text);
    const [first, second] = (await listPieces(id)).map((piece) => piece.id);
    expect(await moderatePost(lena, { vaultId: id, postId: first ?? "" }, "remove")).toBe("done");
    await deliverVault(id, DUE_AT);
    expect(await moderatePost(lena, { vaultId: id, postId: second ?? "" }, "remove")).toBe("refused");
    expect(await moderatePost(lena, { vaultId: id, postId: second ?? "" }, "hide")).toBe("done");
    expect(await findHostedGuest(lena, id, karl.id)).toBeUndefined();
    expect(await removeGuest(lena, id, karl.id)).toBe(false);
    expect((await onlyPiece(id)).id).toBe(second);
    expect(await removeHost(user, id, lena.email)).toBe("removed");
    expect(await moderatePost(lena, { vaultId: id, postId: second ?? "" }, "restore")).toBe("refused");
    expect(await moderatePost(user, { vaultId: id, postId: second ?? "" }, "remove")).toBe("done");
  });

  it("show the waiting pieces of their board once approval is turned off, and no hidden ones", async () => {
    const [board, other] = [await createBoard(), await createBoard()];
    for (const { user, id, code } of [board, other]) {
      await changeSettings(user, id, { ...OPEN, needsApproval: true });
      const karl = await join(code, "Karl");
      await postNote(karl, "Rude");
      await moderatePost(user, { vaultId: id, postId: (await onlyPiece(id)).id }, "hide");
      await postNote(karl, "Hello");
    }
    await changeSettings(board.user, board.id, OPEN);
    const statesOn = async (id: string) => (await listPieces(id)).map(({ text, state }) => `${text}: ${state}`);
    expect((await statesOn(board.id)).toSorted()).toEqual(["Hello: shown", "Rude: hidden"]);
    expect((await statesOn(other.id)).toSorted()).toEqual(["Hello: waiting", "Rude: hidden"]);
  });
});

describe("a recipient", () => {
  it("thanks the host and every guest who added something and confirmed an email, once", async () => {
    const { user, id, code } = await createBoard();
    const [karl, lena, otto] = [await join(code, "Karl"), await join(code, "Lena"), await join(code, "Otto")];
    const email = `${"k".repeat(60)}.${createId()}@example.org`;
    for (const guest of [karl, lena]) await postNote(guest, "Hello");
    for (const [guest, address] of [[karl, email] as const, [otto, `otto.${email}`] as const]) {
      const confirmed = { email: address, emailConfirmedAt: WRITTEN_AT };
      await db.update(boardGuests).set(confirmed).where(eq(boardGuests.id, guest.id));
    }
    const board = { id, hostId: user.id, title: "Otto is eighty" };
    const thanks = { board, deliveryId: createId(), fromName: "Grandpa", text: "All of you!", formId: createId() };
    for (const _ of [1, 2]) await thankContributors(thanks);
    expect(await writtenTo(email, "board_thanks")).toMatchObject([
      { props: { fromName: "Grandpa", text: "All of you!", isHost: false, unsubscribeUrl: expect.any(String) } },
    ]);
    expect(await writtenTo(user.email, "board_thanks")).toMatchObject([{ props: { isHost: true } }]);
    expect(await writtenTo(`otto.${email}`, "board_thanks")).toEqual([]);
  });

  it("thanks all of more than a hundred guests", async () => {
    const { user, id } = await createBoard();
    const people = Array.from({ length: 101 }, () => ({ id: createId(), email: `${createId()}@example.org` }));
    const dates = { createdAt: WRITTEN_AT, updatedAt: WRITTEN_AT };
    await db
      .insert(boardGuests)
      .values(
        people.map((one) => ({ ...one, vaultId: id, name: "Tom", joinedAt: WRITTEN_AT, emailConfirmedAt: WRITTEN_AT })),
      );
    await db.insert(boardPosts).values(
      people.map((guest) => {
        const postId = createId();
        const post = {
          id: postId,
          vaultId: id,
          guestId: guest.id,
          kind: "note",
          state: "shown",
          formId: postId,
        } as const;
        return { ...post, ...encryptPostText(postId, "Hello"), characters: 5, part: 0, ...dates };
      }),
    );
    const board = { id, hostId: user.id, title: "Otto is eighty" };
    const thanks = { board, deliveryId: createId(), fromName: "Grandpa", text: "All of you!", formId: createId() };
    expect(await thankContributors(thanks)).toBe(102);
    const isThanks = and(eq(messages.vaultId, id), eq(messages.kind, "board_thanks"));
    expect(await db.$count(messages, isThanks)).toBe(102);
  });
});

describe("the live wall", () => {
  it("tells every phone of a new piece, and of one that is hidden", async () => {
    const { user, id, code } = await createBoard();
    const other = await createBoard();
    const events: WallEvent[] = [];
    const elsewhere: WallEvent[] = [];
    const ends = [
      subscribeToWall({ ...subscription(user, id), onEvent: (event) => events.push(event) }, []),
      subscribeToWall({ ...subscription(other.user, other.id), onEvent: (event) => elsewhere.push(event) }, []),
    ];
    await postNote(await join(code, "Karl"), "Hello", new Date());
    await expect.poll(() => events, { timeout: 30_000 }).toMatchObject([{ kind: "shown", piece: { text: "Hello" } }]);
    const { id: postId } = await onlyPiece(id);
    const since = new Date();
    await moderatePost(user, { vaultId: id, postId }, "hide");
    await expect.poll(() => events.at(-1), { timeout: 30_000 }).toEqual({ kind: "gone", id: postId });
    expect([events.length, elsewhere.length]).toEqual([2, 0]);
    for (const end of ends) end();
    expect(await wallEventsSince(id, since)).toEqual([{ kind: "gone", id: postId }]);
  });

  it("tells of an author's new name", async () => {
    const { id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "Hello", subDays(new Date(), 1));
    const since = new Date();
    await renameGuest(karl, "Karl Berger");
    expect(await wallEventsSince(id, since)).toMatchObject([{ kind: "shown", piece: { authorName: "Karl Berger" } }]);
  });

  it("brings the newest of very many changes, when a page was away for long", async () => {
    const { id, code } = await createBoard();
    const guest = await join(code, "Karl");
    const [newest, since] = [createId(), new Date()];
    const rows = Array.from({ length: 600 }, (_, part) => {
      const at = addSeconds(since, part);
      const post = { id: part === 599 ? newest : createId(), vaultId: id, guestId: guest.id, formId: newest, part };
      const note = { kind: "note" as const, state: "shown" as const, characters: 2, createdAt: at, updatedAt: at };
      return { ...post, ...note, ...encryptPostText(post.id, "Hi") };
    });
    await db.insert(boardPosts).values(rows);
    const events = await wallEventsSince(id, since);
    expect(events.at(-1)).toMatchObject({ kind: "shown", piece: { id: newest } });
    const times = events.flatMap((event) => (event.kind === "shown" ? event.piece.updatedAt.getTime() : []));
    expect(times).toEqual(times.toSorted());
  });

  it("tells of deleted pieces: of those that arrived, and of those that were on the page", async () => {
    const { user, id, code } = await createBoard();
    const karl = await join(code, "Karl");
    await postNote(karl, "On the page", subDays(new Date(), 1));
    const onPage = await onlyPiece(id);
    const events: WallEvent[] = [];
    const subscribed = { ...subscription(user, id), onEvent: (event: WallEvent) => events.push(event) };
    const end = subscribeToWall(subscribed, [onPage.id]);
    await postNote(karl, "Arrived", new Date());
    await expect.poll(() => events, { timeout: 30_000 }).toMatchObject([{ piece: { text: "Arrived" } }]);
    const arrived = (await listPieces(id)).find(({ text }) => text === "Arrived");
    for (const { id: postId } of [onPage, arrived ?? onPage]) await removeOwnPost(karl, postId);
    const gone = () => events.flatMap((event) => (event.kind === "gone" ? event.id : [])).sort();
    await expect.poll(gone, { timeout: 30_000 }).toEqual([onPage.id, arrived?.id].sort());
    end();
  });

  it("ends for guests once it is hidden, and for those who are removed", async () => {
    const { user, id, code } = await createBoard();
    const { user: lena } = await createUser({ name: "Lena" });
    await inviteHost(user, id, { name: "Lena", email: lena.email });
    await acceptHosting(lena, id);
    await changeSettings(user, id, { ...OPEN, isOpen: true });
    const [karl, mia] = [await join(code, "Karl"), await join(code, "Mia")];
    const ended: string[] = [];
    const subscribeAs = (name: string, viewer: WallViewer) =>
      subscribeToWall({ viewer, onEvent: () => {}, onEnd: () => ended.push(name) }, []);
    const ends = [
      subscribeAs("Anna", { vaultId: id, host: user }),
      subscribeAs("Lena", { vaultId: id, host: lena }),
      subscribeAs("Karl", { vaultId: id, guestId: karl.id }),
      subscribeAs("Mia", { vaultId: id, guestId: mia.id }),
    ];
    await removeGuest(user, id, karl.id);
    await expect.poll(() => ended, { timeout: 30_000 }).toEqual(["Karl"]);
    await changeSettings(user, id, OPEN);
    await expect.poll(() => ended, { timeout: 30_000 }).toEqual(["Karl", "Mia"]);
    await removeHost(user, id, lena.email);
    await inviteHost(user, id, { name: "Lena", email: lena.email });
    await expect.poll(() => ended, { timeout: 30_000 }).toEqual(["Karl", "Mia", "Lena"]);
    await sealVault(user, id);
    await expect.poll(() => ended, { timeout: 30_000 }).toEqual(["Karl", "Mia", "Lena", "Anna"]);
    for (const end of ends) end();
  });
});

describe("who sees a piece", () => {
  it("is its author and the host, then other guests if the board is open, then everyone at the reveal", async () => {
    const { user, id, code } = await createBoard();
    const [{ user: stranger }, { user: author }] = [await createUser(), await createUser()];
    const [karl, lena] = [await join(code, "Karl"), await join(code, "Lena")];
    await adoptGuest(karl, author);
    await postPhoto(karl, "The boat");
    const { file } = await onlyPiece(id);
    const seen = async (viewer: object, guestIds: string[], now = WRITTEN_AT) => {
      const found = await viewPostMedia(viewer, guestIds, file?.id ?? "", now);
      return found && (found.isOriginal ? "original" : "copy");
    };
    expect(await seen({}, [karl.id])).toBe("original");
    for (const own of [author, user]) expect(await seen({ user: own }, [])).toBe("original");
    expect([await seen({}, [lena.id]), await seen({ user: stranger }, []), await seen({}, [])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await changeSettings(user, id, { ...OPEN, isOpen: true });
    expect(await seen({}, [lena.id])).toBe("copy");
    const elsewhere = await join((await createBoard()).code, "Otto");
    for (const other of [createId(), elsewhere.id]) expect(await seen({}, [other])).toBeUndefined();
    await sealVault(user, id);
    expect([await seen({}, [karl.id]), await seen({ user }, []), await seen({}, [lena.id])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await viewVault({ user }, id, WRITTEN_AT))?.posts).toEqual([]);
    await deliverVault(id, DUE_AT);
    expect(await seen({}, [lena.id], DUE_AT)).toBe("copy");
    expect(await seen({}, [elsewhere.id], DUE_AT)).toBeUndefined();
    expect(await seen({ user: stranger }, [], DUE_AT)).toBeUndefined();
  });

  it("does not see hidden or unapproved pieces at the reveal", async () => {
    const { user, id, code } = await createBoard();
    const [karl, lena] = [await join(code, "Karl"), await join(code, "Lena")];
    for (const text of ["Stays", "Goes"]) await postPhoto(karl, text);
    const goes = (await listPieces(id)).find(({ text }) => text === "Goes");
    await moderatePost(user, { vaultId: id, postId: goes?.id ?? "" }, "hide");
    expect((await viewVault({ user }, id, WRITTEN_AT))?.posts).toMatchObject([{ text: "Stays" }]);
    await deliverVault(id, DUE_AT);
    expect(await viewPostMedia({}, [lena.id], goes?.file?.id ?? "", DUE_AT)).toBeUndefined();
    expect(await viewPostMedia({}, [karl.id], goes?.file?.id ?? "", DUE_AT)).toBeDefined();
  });
});
