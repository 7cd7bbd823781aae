import { addMinutes } from "date-fns";
import { expect, it } from "vitest";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { createBoard, join, postNote, postPhoto } from "../../../tests/factories/board";
import { WRITTEN_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { type Joining, joinBoard } from "./join-board.server";
import { moderatePost } from "./moderation.server";
import { guestsInWords } from "./new-pieces";
import { listNewPieces, markPiecesSeen } from "./new-pieces.server";
import { listPieces } from "./pieces.server";
import { removeOwnPost, withdrawGuest } from "./posts.server";
import { changeSettings } from "./settings.server";

const minutesOn = (minutes: number) => addMinutes(WRITTEN_AT, minutes);

async function arrange() {
  const board = await createBoard({ title: "Otto is eighty" });
  const [ana, ben] = [await join(board.code, "Ana"), await join(board.code, "Ben")];
  return { ...board, ana, ben, news: () => listNewPieces({ ownerId: board.user.id, limit: 3 }) };
}

it("are counted by board, with their guests, until the host looks at them", async () => {
  const { id, user, ana, ben, news } = await arrange();
  expect(await news()).toEqual([]);
  await postNote(ben, "One", minutesOn(1));
  await postNote(ana, "Two", minutesOn(2));
  await postPhoto(ana, "Three", minutesOn(3));
  expect(await news()).toEqual([
    { vaultId: id, title: "Otto is eighty", pieces: 3, guestNames: ["Ana", "Ben"], at: minutesOn(3) },
  ]);
  expect(await listNewPieces({ ownerId: user.id, after: minutesOn(2), limit: 3 })).toMatchObject([
    { pieces: 2, guestNames: ["Ana"] },
  ]);
  const { user: stranger } = await createUser();
  expect(await listNewPieces({ ownerId: stranger.id, limit: 3 })).toEqual([]);
  await markPiecesSeen(id);
  expect(await news()).toEqual([]);
  await postNote(ben, "Four", minutesOn(4));
  expect(await news()).toMatchObject([{ pieces: 1, guestNames: ["Ben"] }]);
});

it("include those that wait for the host, and none that were hidden or taken back", async () => {
  const { id, user, ana, ben, news } = await arrange();
  await changeSettings(user, id, { needsApproval: true, isOpen: false, isPaused: false, closesOn: null, welcome: "" });
  await postNote(ana, "Waiting", minutesOn(1));
  await postNote(ana, "Hidden", minutesOn(2));
  await postNote(ana, "Taken back", minutesOn(3));
  await postNote(ben, "Gone with Ben", minutesOn(4));
  const [, hidden, takenBack] = await listPieces(id);
  await moderatePost(user, { vaultId: id, postId: hidden?.id ?? "" }, "hide");
  await removeOwnPost(ana, takenBack?.id ?? "");
  await withdrawGuest(ben);
  expect(await news()).toMatchObject([{ pieces: 1, guestNames: ["Ana"] }]);
});

it("leave out what the host added as a guest", async () => {
  const { code, user, ana, news } = await arrange();
  const joining: Joining = { formId: "f".repeat(24), name: "Anna", user };
  const joined = await joinBoard(code, joining, WRITTEN_AT);
  if (joined.ok) await postNote(joined.guest, "Mine", minutesOn(1));
  expect(await news()).toEqual([]);
  await postNote(ana, "Hers", minutesOn(2));
  expect(await news()).toMatchObject([{ pieces: 1, guestNames: ["Ana"] }]);
});

it("are not announced for a sealed board, which shows its host none", async () => {
  const { id, user, ana, news } = await arrange();
  await postNote(ana, "One", minutesOn(1));
  expect(await sealVault(user, id)).toMatchObject({ ok: true });
  expect(await news()).toEqual([]);
});

it.each([
  [["Ana"], "Ana"],
  [["Ana", "Ben"], "Ana and Ben"],
  [["Ana", "Ben", "Cleo"], "Ana, Ben and Cleo"],
  [["Ana", "Ben", "Cleo", "Dan"], "Ana, Ben and 2 others"],
])("name their guests: %j", (names, words) => {
  expect(guestsInWords(names)).toBe(words);
});
