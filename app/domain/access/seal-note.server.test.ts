import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { createShare } from "~/domain/share/shares.server";
import { listEvents } from "~/domain/vault/history.server";
import { encryptContent } from "~/domain/vault/vault-content.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { db, inTransaction } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter, DUE_AT, deliveriesOf } from "../../../tests/factories/letter";
import { createUser, type SignedInUser } from "../../../tests/factories/user";
import type { Viewer } from "./can-view";
import { recordOpening } from "./opening.server";
import { recordReading } from "./record-reading.server";
import { noteOfSeal } from "./seal-note.server";
import { viewVault } from "./view-vault.server";

/** January 6 in UTC, but already the 7th in the vault's zone. */
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

async function read(viewer: Viewer, id: string) {
  const viewed = await viewVault(viewer, id, DUE_AT);
  if (!viewed) throw new Error("They may not see it.");
  expect(await recordReading(viewed, DUE_AT)).toBe(true);
  return viewed;
}

async function noteFor(viewer: Viewer, id: string) {
  const delivery = (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === viewer.user?.email);
  if (delivery) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  return noteOfSeal(await read(viewer, id));
}
const by = ({ user }: SignedInUser): Viewer => ({ user });
const FIRST = { sealedOn: "2030-01-07", isUnchanged: true, readersBefore: 0 };

it("tells the first reader each time that they are the first", async () => {
  const { id, sender, reader } = await createDelivered();
  expect(await noteFor(by(reader), id)).toEqual(FIRST);
  await read(by(sender), id);
  expect(await noteFor(by(reader), id)).toEqual(FIRST);
});

it("records a sender who read it first once, and does not count them as another reader", async () => {
  const { id, sender, reader } = await createDelivered();
  for (let time = 0; time < 3; time += 1) await read(by(sender), id);
  expect(await noteFor(by(reader), id)).toEqual(FIRST);
  expect((await listEvents(id)).filter(({ kind }) => kind === "read_by_sender")).toHaveLength(1);
});

it("counts earlier readers of a board", async () => {
  const people = await Promise.all([createUser(), createUser(), createUser()]);
  const boardRecipients = people.map(({ user }) => ({ name: user.name, email: user.email }));
  const { id } = await createDelivered({ type: "memory-board", boardRecipients });
  const notes = [];
  for (const person of people) notes.push(await noteFor(by(person), id));
  expect(notes.map((note) => note?.readersBefore)).toEqual([0, 1, 2]);
});

it("does not count the future self as another reader", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { type: "future-self" });
  await sealVault(user, id, SEALED_AT);
  await deliverVault(id, DUE_AT);
  await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
  await read({ user }, id);
  const [delivery] = await deliveriesOf(id);
  const openedDeliveryIds = [delivery?.id ?? ""];
  expect(await noteFor({ openedDeliveryIds }, id)).toMatchObject({ readersBefore: 0, isUnchanged: true });
});

it("claims nothing about earlier readers where a claim card or a share link has opened it", async () => {
  const withCard = await createDelivered();
  const code = (await makeCard(withCard.sender.user, withCard.id, { showsDay: false })) ?? "";
  expect((await claimVault(code, DUE_AT)).ok).toBe(true);
  expect(await noteFor(by(withCard.reader), withCard.id)).toEqual({ ...FIRST, readersBefore: null });

  const shared = await createDelivered();
  expect((await createShare(await read(by(shared.sender), shared.id), null)).ok).toBe(true);
  expect(await noteFor(by(shared.reader), shared.id)).toEqual({ ...FIRST, readersBefore: null });

  const later = await createDelivered();
  await noteFor(by(later.reader), later.id);
  expect((await createShare(await read(by(later.sender), later.id), null)).ok).toBe(true);
  expect(await noteFor(by(later.reader), later.id)).toEqual(FIRST);
});

it("reports content that is not what was sealed", async () => {
  const { id, reader } = await createDelivered();
  await db
    .update(memories)
    .set(encryptContent(id, "Another", "text"))
    .where(eq(memories.id, id));
  expect(await noteFor(by(reader), id)).toMatchObject({ isUnchanged: false });
});

it("is absent for unsealed vaults and for seals without a certificate", async () => {
  const open = await createDelivered({}, false);
  expect(await noteFor(by(open.reader), open.id)).toBeUndefined();
  await read(by(open.sender), open.id);
  expect((await listEvents(open.id)).filter(({ kind }) => kind === "read_by_sender")).toEqual([]);
  await db.update(memories).set({ sealedAt: SEALED_AT }).where(eq(memories.id, open.id));
  expect(await noteFor(by(open.reader), open.id)).toBeUndefined();
  expect(await noteFor(by(open.sender), open.id)).toBeUndefined();
});
