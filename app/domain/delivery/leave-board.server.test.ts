import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { expect, it, vi } from "vitest";
import {
  confirmGuestEmail,
  findGuestById,
  type Guest,
  listGuestsOf,
  setGuestEmail,
} from "~/domain/board/guests.server";
import { findBoardByCode } from "~/domain/board/invitation.server";
import * as posts from "~/domain/board/posts.server";
import { createBoard, join, postNote } from "../../../tests/factories/board";
import { DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { deliverVault } from "./deliver-vault.server";
import { leaveBoard } from "./leave-board.server";
import { takeNextSteps } from "./next-steps.server";
import { readdress } from "./readdress.server";

/** A guest with a confirmed email. */
async function joinWith(code: string, name: string, email: string): Promise<Guest> {
  const guest = await join(code, name);
  const board = (await findBoardByCode(code)) ?? expect.unreachable();
  await setGuestEmail(guest, board, email);
  await confirmGuestEmail({ ...guest, email });
  return (await findGuestById(guest.id)) ?? expect.unreachable();
}

async function reveal(id: string): Promise<void> {
  await deliverVault(id, DUE_AT);
  for (const { messageId } of await deliveriesOf(id)) await sendMessage(messageId ?? "", "worker", DUE_AT);
}

const newEmail = () => `${createId()}@example.org`;

const remindedAt = async (email: string) => {
  await takeNextSteps(addDays(DUE_AT, 4));
  return (await writtenTo(email, "delivery_reminder")).length;
};

const deliveryTo = async (id: string, email: string) =>
  (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === email);

it("ends the reminders of a guest who takes everything back after the reveal", async () => {
  const { id, code } = await createBoard();
  const email = newEmail();
  const karl = await joinWith(code, "Karl", email);
  await postNote(karl, "Hello");
  await reveal(id);
  await leaveBoard(karl, addDays(DUE_AT, 1));
  expect(await listGuestsOf(id)).toEqual([]);
  expect(await remindedAt(email)).toBe(0);
  expect((await deliveryTo(id, email))?.declinedAt).not.toBeNull();
});

it("has ended the reminders before the guest is gone, who could not leave again", async () => {
  const { id, code } = await createBoard();
  const email = newEmail();
  const karl = await joinWith(code, "Karl", email);
  await reveal(id);
  vi.spyOn(posts, "withdrawGuest").mockRejectedValueOnce(new Error("killed"));
  await expect(leaveBoard(karl, addDays(DUE_AT, 1))).rejects.toThrow("killed");
  expect((await deliveryTo(id, email))?.declinedAt).not.toBeNull();
  await leaveBoard(karl, addDays(DUE_AT, 1));
  expect(await findGuestById(karl.id)).toBeUndefined();
});

it("ends the reminders of a guest who leaves after the host has corrected the email", async () => {
  const { user, id, code } = await createBoard();
  const [email, corrected] = [newEmail(), newEmail()];
  const karl = await joinWith(code, "Karl", email);
  await reveal(id);
  const delivery = (await deliveryTo(id, email)) ?? expect.unreachable();
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  expect(await readdress(user, id, { deliveryId: delivery.id, email: corrected }, DUE_AT)).toEqual({ ok: true });
  await sendMessage((await deliveryTo(id, corrected))?.messageId ?? "", "worker", DUE_AT);
  await leaveBoard(karl, addDays(DUE_AT, 1));
  expect(await remindedAt(corrected)).toBe(0);
  expect((await deliveryTo(id, corrected))?.declinedAt).not.toBeNull();
});

it("keeps a corrected delivery of an email that another guest gave, too", async () => {
  const { user, id, code } = await createBoard();
  const [email, corrected] = [newEmail(), newEmail()];
  const [karl] = [await joinWith(code, "Karl", email), await joinWith(code, "Lena", email)];
  await reveal(id);
  const delivery = (await deliveryTo(id, email)) ?? expect.unreachable();
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  await readdress(user, id, { deliveryId: delivery.id, email: corrected }, DUE_AT);
  await leaveBoard(karl, addDays(DUE_AT, 1));
  expect((await deliveryTo(id, corrected))?.declinedAt).toBeNull();
});

it("keeps the delivery of a guest whom the host listed as well, or who shares an email with another guest", async () => {
  const [listed, shared] = [newEmail(), newEmail()];
  const { id, code } = await createBoard({ boardRecipients: [{ name: "Otto", email: listed }] });
  const otto = await joinWith(code, "Otto", listed);
  const [karl] = [await joinWith(code, "Karl", shared), await joinWith(code, "Lena", shared)];
  await reveal(id);
  for (const guest of [otto, karl]) await leaveBoard(guest, addDays(DUE_AT, 1));
  for (const email of [listed, shared]) {
    expect(await remindedAt(email)).toBe(1);
    expect((await deliveryTo(id, email))?.declinedAt).toBeNull();
  }
});

it("keeps the host's own copy when the host leaves as a guest", async () => {
  const { user, id, code } = await createBoard();
  const anna = await joinWith(code, "Anna", user.email);
  await joinWith(code, "Karl", newEmail());
  await reveal(id);
  await leaveBoard(anna, addDays(DUE_AT, 1));
  expect(await deliveryTo(id, user.email)).toMatchObject({ isHostCopy: true, declinedAt: null });
});

it("does not decline for a guest who never confirmed the email", async () => {
  const email = newEmail();
  const { id, code } = await createBoard();
  const lena = await joinWith(code, "Lena", email);
  const karl = await join(code, "Karl");
  await reveal(id);
  await leaveBoard({ ...karl, email }, addDays(DUE_AT, 1));
  expect((await listGuestsOf(id)).map(({ name }) => name)).toEqual([lena.name]);
  expect(await remindedAt(email)).toBe(1);
});
