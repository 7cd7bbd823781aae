import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listEvents } from "~/domain/vault/history.server";
import { encryptContent } from "~/domain/vault/vault-content.server";
import { sealVault } from "~/domain/writing/schedule.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { db, inTransaction } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter, DUE_AT, deliveriesOf } from "../../../tests/factories/letter";
import { createUser, type SignedInUser } from "../../../tests/factories/user";
import type { Viewer } from "./can-view";
import { recordOpening } from "./opening.server";
import { noteOfSeal } from "./seal-note.server";
import { viewVault } from "./view-vault.server";

/** Sealed on the evening of January 6 in UTC, when it was the 7th where its day is counted. */
const SEALED_AT = new Date("2030-01-06T22:30:00.000Z");

async function createDelivered(input: Partial<NewVaultInput> = {}, isSealed = true) {
  const [sender, reader] = [await createUser(), await createUser()];
  const id = await createLetter(sender.user, {
    recipientEmail: reader.user.email,
    deliveryZone: "Asia/Tokyo",
    deliveryDate: "2031-06-13",
    ...input,
  });
  if (isSealed) await sealVault(sender.user, id, SEALED_AT);
  await deliverVault(id, DUE_AT);
  await db.update(memories).set({ state: "delivered", deliveredAt: DUE_AT }).where(eq(memories.id, id));
  return { id, sender, reader };
}

/** What a reader is told who opens it, or has opened it. */
async function noteFor(viewer: Viewer, id: string) {
  const delivery = (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === viewer.user?.email);
  if (delivery) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  const viewed = await viewVault(viewer, id, DUE_AT);
  if (!viewed) throw new Error("They may not see it.");
  return noteOfSeal(viewed);
}
const by = ({ user }: SignedInUser): Viewer => ({ user });
const FIRST = { sealedOn: "2030-01-07", isUnchanged: true, readersBefore: 0 };

it("tells the reader, every time, that they were the first", async () => {
  const { id, sender, reader } = await createDelivered();
  expect(await noteFor(by(reader), id)).toEqual(FIRST);
  await viewVault(by(sender), id, DUE_AT);
  expect(await noteFor(by(reader), id)).toEqual(FIRST);
});

it("counts a sender who looked first, once, and puts it on the record", async () => {
  const { id, sender, reader } = await createDelivered();
  for (let time = 0; time < 3; time += 1) await viewVault(by(sender), id, DUE_AT);
  expect(await noteFor(by(reader), id)).toEqual({ ...FIRST, readersBefore: 1 });
  expect((await listEvents(id)).filter(({ kind }) => kind === "read_by_sender")).toHaveLength(1);
});

it("counts the people of a board who came before", async () => {
  const people = await Promise.all([createUser(), createUser(), createUser()]);
  const boardRecipients = people.map(({ user }) => ({ name: user.name, email: user.email }));
  const { id } = await createDelivered({ type: "memory-board", boardRecipients });
  const notes = [];
  for (const person of people) notes.push(await noteFor(by(person), id));
  expect(notes.map((note) => note?.readersBefore)).toEqual([0, 1, 2]);
});

it("does not count the future self as somebody else", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { type: "future-self" });
  await sealVault(user, id, SEALED_AT);
  await deliverVault(id, DUE_AT);
  await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
  await viewVault({ user }, id, DUE_AT);
  const [delivery] = await deliveriesOf(id);
  const openedDeliveryId = delivery?.id ?? "";
  expect(await noteFor({ openedDeliveryId }, id)).toMatchObject({ readersBefore: 0, isUnchanged: true });
});

it("says so when what is there is not what was sealed", async () => {
  const { id, reader } = await createDelivered();
  await db.update(memories).set(encryptContent("Another", "text")).where(eq(memories.id, id));
  expect(await noteFor(by(reader), id)).toMatchObject({ isUnchanged: false });
});

it("has nothing to say of what came unsealed, or was sealed before there were certificates", async () => {
  const open = await createDelivered({}, false);
  expect(await noteFor(by(open.reader), open.id)).toBeUndefined();
  await viewVault(by(open.sender), open.id, DUE_AT);
  expect((await listEvents(open.id)).filter(({ kind }) => kind === "read_by_sender")).toEqual([]);
  await db.update(memories).set({ sealedAt: SEALED_AT }).where(eq(memories.id, open.id));
  expect(await noteFor(by(open.reader), open.id)).toBeUndefined();
  expect(await noteFor(by(open.sender), open.id)).toBeUndefined();
});
