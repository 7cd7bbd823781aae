import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { WAIT_DAYS } from "~/domain/legacy/legacy";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { stopLegacyRequest } from "~/domain/legacy-help/stop-legacy-request.server";
import { addMedia } from "~/domain/media/media.server";
import { listEvents } from "~/domain/vault/history.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createUndeliverable, passLegacyWait, storedLegacyRequest } from "../../../tests/factories/legacy";
import { createDueLetter, createLetter, DUE_AT, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { recordContactReading, recordReading } from "./record-reading.server";
import { viewMedia } from "./view-media.server";
import { viewVault } from "./view-vault.server";

const OPENS_AT = addDays(DUE_AT, WAIT_DAYS);
const READINGS = ["legacy_read", "read_by_sender"];
const readingsOf = async (id: string) =>
  (await listEvents(id)).map(({ kind }) => kind).filter((kind) => READINGS.includes(kind));

async function createSealed() {
  const { user } = await createUser();
  const id = await createLetter(user);
  await sealVault(user, id, WRITTEN_AT);
  const deliver = () => db.update(memories).set({ state: "delivered", deliveredAt: DUE_AT }).where(eq(memories.id, id));
  return { user, id, deliver };
}

async function createOpenRequest() {
  const { contact, id, helper } = await createUndeliverable({ viewContent: true });
  const photo = await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png() });
  expect(await requestView(helper, DUE_AT)).toBe(true);
  await passLegacyWait(id, OPENS_AT);
  const request = await storedLegacyRequest(contact.id, "view");
  return { id, photo, viewer: { openedContactIds: [contact.id] }, requestId: request?.id ?? "" };
}

it("records the first time that an owner reads a sealed vault after its delivery", async () => {
  const { user, id, deliver } = await createSealed();
  const read = async () => {
    const viewed = await viewVault({ user }, id, DUE_AT);
    expect(viewed && (await recordReading(viewed, DUE_AT))).toBe(true);
  };
  await read();
  expect(await readingsOf(id)).toEqual([]);
  await deliver();
  await read();
  await read();
  expect(await readingsOf(id)).toEqual(["read_by_sender"]);
});

it("records it once when several of their pages are the first", async () => {
  const { user, id, deliver } = await createSealed();
  await deliver();
  const viewed = (await viewVault({ user }, id, DUE_AT)) ?? expect.unreachable();
  await Promise.all(Array.from({ length: 5 }, () => recordReading(viewed, DUE_AT)));
  expect(await readingsOf(id)).toEqual(["read_by_sender"]);
});

it("records nothing where an owner reads a vault that was never sealed", async () => {
  const { user } = await createUser();
  const { id } = await createDueLetter(user);
  const viewed = await viewVault({ user }, id, DUE_AT);
  expect(viewed && (await recordReading(viewed, DUE_AT))).toBe(true);
  expect(await readingsOf(id)).toEqual([]);
});

it("records the first time that a legacy contact reads", async () => {
  const { id, viewer } = await createOpenRequest();
  for (let time = 0; time < 2; time += 1) {
    const viewed = await viewVault(viewer, id, OPENS_AT);
    expect(viewed && (await recordReading(viewed, OPENS_AT))).toBe(true);
  }
  expect(await readingsOf(id)).toEqual(["legacy_read"]);
});

it("refuses a legacy contact whose request was stopped after the vault was viewed", async () => {
  const { id, photo, viewer, requestId } = await createOpenRequest();
  const viewed = await viewVault(viewer, id, OPENS_AT);
  const file = await viewMedia(viewer, photo, OPENS_AT);
  expect(viewed?.seesContent && file !== undefined).toBe(true);
  expect(await stopLegacyRequest(requestId, OPENS_AT)).toBe(true);
  expect(viewed && (await recordReading(viewed, OPENS_AT))).toBe(false);
  expect(file && (await recordContactReading(file.view, file.vaultId, OPENS_AT))).toBe(false);
  expect(await readingsOf(id)).toEqual([]);
});

it("records nothing when a vault or a file is only viewed", async () => {
  const sealed = await createSealed();
  await sealed.deliver();
  expect((await viewVault({ user: sealed.user }, sealed.id, DUE_AT))?.seesContent).toBe(true);
  expect(await readingsOf(sealed.id)).toEqual([]);
  const { id, photo, viewer } = await createOpenRequest();
  expect((await viewVault(viewer, id, OPENS_AT))?.seesContent).toBe(true);
  expect(await viewMedia(viewer, photo, OPENS_AT)).toBeDefined();
  expect(await readingsOf(id)).toEqual([]);
});
