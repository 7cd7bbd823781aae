import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import { addDays, subDays } from "date-fns";
import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewMedia } from "~/domain/access/view-media.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { findByPassword } from "~/domain/account/account.server";
import { requestErasure } from "~/domain/account/erasure-request.server";
import { changePrivacy } from "~/domain/account/profile.server";
import { toUser } from "~/domain/account/session.server";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { changeSettings } from "~/domain/board/settings.server";
import { decryptWelcome } from "~/domain/board/welcome.server";
import { declineDelivery } from "~/domain/delivery/decline.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { eraseAccounts } from "~/domain/maintenance/erase-accounts.server";
import { addMedia } from "~/domain/media/media.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { addTallies } from "~/domain/vault/tally.server";
import { findEditDraft } from "~/domain/writing/edit-draft.server";
import * as schedule from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { readMedia } from "~/services/media-store.server";
import { boardGuests, boardSettings, boardWelcomes, dataExports, media, memories, profiles } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { wav } from "../../../tests/corpus/recordings";
import { createBoard } from "../../../tests/factories/board";
import { downloadExport, prepareExport, unpackExport } from "../../../tests/factories/data-export";
import {
  changeLetter,
  createDraft,
  createDueLetter,
  createLetter,
  DUE_AT,
  DUE_DATE,
  deliveriesOf,
  storedVault,
} from "../../../tests/factories/letter";
import { bytesOf } from "../../../tests/factories/media-content";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser, PASSWORD } from "../../../tests/factories/user";
import { type ImportReport, importAccount } from "./import-account.server";
import * as importing from "./import-files.server";

const NOW = clock.now();
const newEmail = () => `${createId()}@example.com`;

beforeEach(() => db.delete(dataExports));
afterEach(() => vi.restoreAllMocks());

/** A copy of the archive, in which the first file with this name cannot be read. */
async function damaged(path: string, name: string): Promise<string> {
  const content = await readFile(path);
  // The header of a file ends with its path.
  const header = new RegExp(`PK\x03\x04.{26}memories/[^\0{<]*${name}`, "s").exec(content.toString("latin1"));
  content.fill(0, header?.index, (header?.index ?? 0) + 4);
  const copy = join(env.AMBERKEEP_HOME, `${createId()}.zip`);
  await writeFile(copy, content);
  return copy;
}

async function accountOf(email: string): Promise<User> {
  await addTallies();
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  if (!profile) throw new Error("There is no such account.");
  return toUser(profile);
}

const titled = ({ memories }: ImportReport, title: string) => memories.find((one) => one.title === title)?.result;
const vaultsOf = (user: User) => db.select().from(memories).where(eq(memories.userId, user.id));

describe("importing an account", () => {
  it("restores scheduled memories and drafts, with their files, into a new account", async () => {
    const { user } = await createUser({ name: "Ada Example", vaultLimit: 5 });
    const letter = { title: "For Mia", message: "Dear Mia", recipientName: "Mia", secondEmail: newEmail() };
    const id = await createLetter(user, letter);
    const content = await png(30, 20);
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", altText: "The sea", content });
    await createDraft(user, { title: "Not finished", message: "So far" });
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, NOW), email, NOW);
    expect(report.isNewAccount).toBe(true);
    expect(titled(report, "For Mia")).toEqual({ as: "scheduled" });
    expect(titled(report, "Not finished")).toEqual({ as: "draft" });

    const restored = await accountOf(email);
    expect(restored).toMatchObject({ name: "Ada Example", isEmailVerified: false, vaultsUsed: 1 });
    expect(await findByPassword(email, PASSWORD)).toBeUndefined();
    expect(await writtenTo(email, "verify_address")).toHaveLength(1);
    const before = await storedVault(id);
    const after = (await vaultsOf(restored)).find(({ state }) => state === "scheduled");
    for (const name of ["recipient", "recipientEmail", "secondEmail", "deliveryAt", "deliveryZone", "type"] as const)
      expect(after?.[name]).toEqual(before[name]);
    const view = await viewVault({ user: restored }, after?.id ?? "");
    expect(view).toMatchObject({ vault: { title: "For Mia", message: "Dear Mia" }, media: [{ altText: "The sea" }] });
    const file = await viewMedia({ user: restored }, view?.media[0]?.id ?? "");
    expect(await bytesOf(readMedia(file?.file.storageKey ?? "", { kind: "photo" }))).toEqual(content);
  });

  it("keeps the days on which memories were written, and repeats no yearly mail since", async () => {
    const [{ user }, { user: other }] = [await createUser(), await createUser()];
    const written = { letter: new Date("2019-03-01T12:00:00Z"), draft: new Date("2020-04-02T12:00:00Z") };
    await createLetter(user, { title: "For Mia" }, written.letter);
    await createDraft(user, { title: "Not finished" }, written.draft);
    await db.update(profiles).set({ createdAt: written.letter }).where(eq(profiles.id, other.id));
    await importAccount(await downloadExport(user, NOW), other.email, NOW);
    const restored = await vaultsOf(other);
    const dates = Object.fromEntries(restored.map(({ state, createdAt }) => [state, createdAt]));
    expect(dates).toEqual({ scheduled: written.letter, draft: written.draft });
    await checkAddressHealth(NOW);
    expect(await writtenTo(other.email, "annual_letter")).toEqual([]);
    expect(await writtenTo(other.email, "still_right")).toEqual([]);
  });

  it("restores the settings of a new account, and leaves what others sent in the archive", async () => {
    const { user } = await createUser();
    await changePrivacy(user, { ...user.privacy, showActivity: true, profileVisibility: "contacts" });
    const { user: ada } = await createUser();
    const { delivery } = await createDueLetter(ada, { recipientEmail: user.email });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, addDays(DUE_AT, 1)), email, NOW);
    expect(report).toMatchObject({ received: 1, memories: [] });
    const restored = await accountOf(email);
    expect(restored.privacy).toMatchObject({ showActivity: true, profileVisibility: "contacts", dataSharing: false });
    expect(await vaultsOf(restored)).toEqual([]);
  });

  it("restores memories whose time zone this installation does not know", async () => {
    const { user } = await createUser({ vaultLimit: 5, timeZone: "Asia/Tokyo" });
    const waiting = await createLetter(user, { title: "For Mia" });
    const { id, delivery } = await createDueLetter(user, { title: "For Tom" });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await db
      .update(memories)
      .set({ deliveryZone: "America/Newtown" })
      .where(inArray(memories.id, [waiting, id]));
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, addDays(DUE_AT, 1)), email, NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "draft", because: "refused" });
    expect(titled(report, "For Tom")).toEqual({ as: "delivered" });
    const [draft] = (await vaultsOf(await accountOf(email))).filter(({ state }) => state === "draft");
    expect(draft).toMatchObject({ deliveryDate: DUE_DATE, deliveryZone: "Asia/Tokyo" });
  });

  it("spells the time zones of memories as usual", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createDueLetter(user);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await db.update(memories).set({ deliveryZone: "EUROPE/BERLIN" }).where(eq(memories.id, id));
    const email = newEmail();
    await importAccount(await downloadExport(user, addDays(DUE_AT, 1)), email, NOW);
    expect(await vaultsOf(await accountOf(email))).toMatchObject([{ deliveryZone: "Europe/Berlin" }]);
  });

  it("restores delivered memories and their recipients without sending anything", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const { user: mia } = await createUser();
    const { id, delivery } = await createDueLetter(user, { title: "For Mia", recipientEmail: mia.email });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    expect((await storedVault(id)).state).toBe("delivered");
    const mails = (await writtenTo(mia.email, "delivery")).length;
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, NOW), email, NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "delivered" });
    const restored = await accountOf(email);
    expect(restored).toMatchObject({ vaultsUsed: 1, vaultsDelivered: 1 });
    const [vault] = await vaultsOf(restored);
    expect(await deliveriesOf(vault?.id ?? "")).toMatchObject([{ recipientEmail: mia.email, state: "opened" }]);
    expect(await viewVault({ user: mia }, vault?.id ?? "", DUE_AT)).toMatchObject({ vault: { title: "For Mia" } });
    expect(await writtenTo(mia.email, "delivery")).toHaveLength(mails);
  });

  it("restores addresses whose domain an older installation kept as it was typed", async () => {
    const [{ user, id: board }, name] = [await createBoard(), createId()];
    const [typed, kept] = [`${name}@exämple.org`, `${name}@xn--exmple-cua.org`];
    const guest = { vaultId: board, name: "Mia", joinedAt: NOW };
    await db.insert(boardGuests).values({ ...guest, id: createId(), email: typed, emailConfirmedAt: NOW });
    const { delivery } = await createDueLetter(user, { title: "For Mia", recipientEmail: typed });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const email = newEmail();
    await importAccount(await downloadExport(user, NOW), email, NOW);
    const { user: mia } = await createUser({ email: kept });
    expect((await listTimeline(mia, {})).entries).toMatchObject([{ title: "For Mia" }]);
    const restored = await vaultsOf(await accountOf(email));
    const [letter, imported] = ["delivered", "scheduled"].map((is) => restored.find(({ state }) => state === is));
    expect(letter?.recipientEmail).toBe(kept);
    expect(await listGuestsOf(imported?.id ?? "")).toMatchObject([{ email: kept }]);
  });

  it("restores that a recipient declined it, and still leaves it out of their lists", async () => {
    const [{ user }, { user: mia }] = [await createUser(), await createUser()];
    const { delivery } = await createDueLetter(user, { title: "For Mia", recipientEmail: mia.email });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const declinedAt = addDays(DUE_AT, 1);
    await declineDelivery(delivery, declinedAt);
    const email = newEmail();
    await importAccount(await downloadExport(user, NOW), email, NOW);
    const [vault] = await vaultsOf(await accountOf(email));
    expect(await deliveriesOf(vault?.id ?? "")).toMatchObject([{ state: "opened", declinedAt }]);
    expect((await listTimeline(mia, {})).entries).toEqual([]);
  });

  it("restores unsaved changes, and those that came too late as a draft", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const id = await createLetter(user, { title: "For Mia", message: "Dear Mia" });
    await changeLetter(user, id, { message: "Dear Mia, one thing more" });
    const path = await downloadExport(user, NOW);
    const [before, after] = [newEmail(), newEmail()];
    await importAccount(path, before, NOW);
    const inTime = await accountOf(before);
    const [vault] = await vaultsOf(inTime);
    expect(vault?.state).toBe("scheduled");
    const view = await viewVault({ user: inTime }, vault?.id ?? "");
    expect(view).toMatchObject({ hasEditDraft: true, vault: { message: "Dear Mia" } });
    expect((await findEditDraft(vault?.id ?? ""))?.values.message).toBe("Dear Mia, one thing more");

    await importAccount(path, after, DUE_AT);
    const late = await accountOf(after);
    const drafts = await Promise.all((await vaultsOf(late)).map((row) => viewVault({ user: late }, row.id)));
    expect(drafts.map((draft) => draft?.vault.message).toSorted()).toEqual(["Dear Mia", "Dear Mia, one thing more"]);
  });

  it("restores a board's welcome, which the archive of a sealed one lacks", async () => {
    const { user, id } = await createBoard({ title: "Otto is eighty" });
    const settings = { needsApproval: false, isOpen: true, isPaused: false, closesOn: null };
    await changeSettings(user, id, { ...settings, welcome: "Bring a song." });
    const path = await downloadExport(user, NOW);
    const email = newEmail();
    await importAccount(path, email, NOW);
    const [board] = await vaultsOf(await accountOf(email));
    const [welcome] = await db
      .select()
      .from(boardWelcomes)
      .where(eq(boardWelcomes.vaultId, board?.id ?? ""));
    expect(welcome && decryptWelcome(welcome)).toBe("Bring a song.");

    await sealVault(user, id);
    await prepareExport(user, NOW);
    const sealed = [...(await unpackExport(user, NOW)).values()].map(String).join();
    expect(sealed).toContain("Otto is eighty");
    expect(sealed).not.toContain("Bring a song.");
  });

  it("restores the guests of a board in the order in which they joined", async () => {
    const { user, id } = await createBoard();
    const names = ["Karl", "Mia", "Tom", "Ben", "Lia", "Ida"];
    const guests = names.map((name, index) => ({ id: createId(), vaultId: id, name, joinedAt: addDays(NOW, index) }));
    await db.insert(boardGuests).values(guests);
    const email = newEmail();
    await importAccount(await downloadExport(user, NOW), email, NOW);
    const [board] = await vaultsOf(await accountOf(email));
    expect((await listGuestsOf(board?.id ?? "")).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["a draft", { as: "draft", because: "past" }],
    ["a delivered board", { as: "delivered" }],
  ])("names the guests that %s loses", async (_, becomes) => {
    const { user, id } = await createBoard({ title: "Otto is eighty" });
    const joined = ["Karl", "Mia"].map((name, at) => ({
      vaultId: id,
      id: createId(),
      name,
      joinedAt: addDays(NOW, at),
    }));
    await db.insert(boardGuests).values(joined);
    if (becomes.as === "delivered") {
      await deliverVault(id, DUE_AT);
      for (const delivery of await deliveriesOf(id)) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    }
    const report = await importAccount(await downloadExport(user, NOW), newEmail(), DUE_AT);
    expect(titled(report, "Otto is eighty")).toEqual({ ...becomes, lost: ["its guests: Karl, Mia"] });
  });

  it.each(["scheduled", "draft"] as const)("restores the settings of a board: %s", async (state) => {
    const { user, id } = await createBoard({ title: "Otto is eighty" });
    const settings = { needsApproval: true, isOpen: true, isPaused: true, closesOn: "2031-06-01" };
    await changeSettings(user, id, settings);
    const [path, email] = [await downloadExport(user, NOW), newEmail()];
    await importAccount(path, email, state === "draft" ? DUE_AT : NOW);
    const [board] = await vaultsOf(await accountOf(email));
    expect(board).toMatchObject({ state });
    const stored = await db
      .select()
      .from(boardSettings)
      .where(eq(boardSettings.vaultId, board?.id ?? ""));
    expect(stored).toMatchObject([settings]);
  });

  it("makes no vault twice, however often it is repeated", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user);
    await createDraft(user);
    const [path, email] = [await downloadExport(user, NOW), newEmail()];
    await importAccount(path, email, NOW);
    const again = await importAccount(path, email, NOW);
    expect(again.isNewAccount).toBe(false);
    expect(again.memories.map(({ result }) => result.as)).toEqual(["known", "known"]);
    expect(await vaultsOf(await accountOf(email))).toHaveLength(2);
  });

  it("sends nothing whose day has passed, and leaves out what cannot be read", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { title: "Too late" });
    await sealVault(user, await createLetter(user, { title: "Closed" }));
    const cancelled = await createLetter(user, { title: "Never" });
    await cancelVault(user, cancelled);
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, NOW), email, DUE_AT);
    expect(titled(report, "Too late")).toEqual({ as: "draft", because: "past" });
    expect(titled(report, "Closed")).toEqual({ as: "left_out", because: "sealed" });
    expect(report.memories.filter(({ result }) => result.as === "left_out")).toHaveLength(2);
    expect(await vaultsOf(await accountOf(email))).toHaveLength(1);
  });

  it("names files that are lost, and restores the rest", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "For Mia" });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const path = await downloadExport(user, NOW);
    const content = await png(40, 20);
    await addMedia(id, 1, { kind: "photo", fileName: "other.png", content });
    // Its digest is another file's, as if the archive had been changed.
    await db
      .update(media)
      .set({ sha256: "0".repeat(64) })
      .where(eq(media.vaultId, id));
    await db.delete(dataExports);
    const changed = await downloadExport(user, NOW);
    const whole = await importAccount(path, newEmail(), NOW);
    expect(titled(whole, "For Mia")).toEqual({ as: "scheduled" });
    const result = titled(await importAccount(changed, newEmail(), NOW), "For Mia");
    expect(result).toMatchObject({ as: "scheduled", lost: [expect.stringContaining("sea.png"), expect.anything()] });
  });

  it("keeps a memory as a draft whose text the archive lacks, and names what is lacking", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "For Mia" });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const { messageEncrypted } = await storedVault(id);
    await db.update(memories).set({ messageEncrypted: messageEncrypted.reverse() }).where(eq(memories.id, id));
    const report = await importAccount(await downloadExport(user, NOW), newEmail(), NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "draft", because: "refused", lost: ["message"] });
  });

  it("restores a delivered memory that has lost its only file", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { title: "For Tom" });
    const { id, delivery } = await createDueLetter(user, { title: "For Mia", message: "" });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    await db
      .update(media)
      .set({ sha256: "0".repeat(64) })
      .where(eq(media.vaultId, id));
    const email = newEmail();
    const report = await importAccount(await downloadExport(user, NOW), email, NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "delivered", lost: [expect.stringContaining("sea.png")] });
    const delivered = (await vaultsOf(await accountOf(email))).find(({ state }) => state === "delivered");
    expect(await deliveriesOf(delivered?.id ?? "")).toMatchObject([{ state: "opened" }]);
  });

  it("keeps the limit of a plan that is bought while a memory is refused", async () => {
    const { user } = await createUser({ vaultLimit: 1 });
    await createLetter(user, { title: "For Mia" });
    const path = await downloadExport(user, NOW);
    const { user: other } = await createUser({ vaultLimit: 1 });
    await createLetter(other, { title: "For Mia" });
    vi.spyOn(schedule, "scheduleVault").mockImplementationOnce(async (...given) => {
      const refused = await schedule.scheduleVault(...given);
      await db.update(profiles).set({ vaultLimit: 50 }).where(eq(profiles.id, other.id));
      return refused;
    });
    const report = await importAccount(path, other.email, NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "draft", because: "refused" });
    expect(await accountOf(other.email)).toMatchObject({ vaultLimit: 50, vaultsUsed: 1 });
  });

  it("adds nothing to an account whose erasure begins during the import", async () => {
    const [{ user }, { user: other }] = [await createUser(), await createUser()];
    const changed = await createLetter(user, { title: "For Mia" });
    await changeLetter(user, changed, { message: "Dearest Mia" });
    await deliverVault(changed, DUE_AT);
    await createDraft(user);
    const path = await downloadExport(user, NOW);
    const { id } = await createDueLetter(other);
    await requestErasure(other, { waitingVaults: "deliver" }, subDays(NOW, 40));
    const { importFiles } = importing;
    vi.spyOn(importing, "importFiles").mockImplementation(async (...args) => {
      while ((await eraseAccounts(NOW)).isFull);
      return importFiles(...args);
    });
    const { memories: reported } = await importAccount(path, other.email, NOW);
    expect(reported.map(({ result }) => result)).toEqual([{ as: "failed" }, { as: "failed" }]);
    expect((await vaultsOf(other)).map((vault) => vault.id)).toEqual([id]);
  });

  it("restores the other memories when one fails, and that one when it can be read", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    await createLetter(user, { title: "For Mia" });
    await createLetter(user, { title: "For Tom" });
    const [path, email] = [await downloadExport(user, NOW), newEmail()];
    const first = await importAccount(await damaged(path, "memory.json"), email, NOW);
    expect(first.memories.map(({ result }) => result)).toEqual([{ as: "failed" }, { as: "scheduled" }]);
    const second = await importAccount(path, email, NOW);
    expect(second.memories.map(({ result }) => result)).toEqual([{ as: "scheduled" }, { as: "known" }]);
  });

  it("restores a memory later, with its files, when there is no room for them now", async () => {
    const { user } = await createUser();
    await addMedia(await createLetter(user), 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const path = await downloadExport(user, NOW);
    const email = newEmail();
    const reserve = vi.spyOn(env, "DISK_RESERVE_MB", "get").mockReturnValue(2 ** 50);
    const [first] = (await importAccount(path, email, NOW)).memories;
    expect(first?.result).toEqual({ as: "failed" });
    reserve.mockRestore();
    const [again] = (await importAccount(path, email, NOW)).memories;
    expect(again?.result).toEqual({ as: "scheduled" });
  });

  it("names a file that is damaged in the archive", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "For Mia" });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const path = await damaged(await downloadExport(user, NOW), "sea.png");
    const report = await importAccount(path, newEmail(), NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "scheduled", lost: [expect.stringContaining("sea.png")] });
  });

  it("names a file whose content has changed in the archive and can still be read", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "For Mia" });
    const content = wav();
    await addMedia(id, 0, { kind: "audio", fileName: "song.wav", content });
    const path = await downloadExport(user, NOW);
    const archive = await readFile(path);
    const last = archive.indexOf(content) + content.length - 1;
    archive.writeUInt8(archive.readUInt8(last) ^ 1, last);
    await writeFile(path, archive);
    const email = newEmail();
    const report = await importAccount(path, email, NOW);
    expect(titled(report, "For Mia")).toEqual({ as: "scheduled", lost: [expect.stringContaining("song.wav")] });
    const [vault] = await vaultsOf(await accountOf(email));
    expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(0);
  });

  it("takes no words that have changed in the archive", async () => {
    const { user } = await createUser();
    await createLetter(user, { title: "For Mia", message: "Two eggs and a pound of sugar" });
    const path = await downloadExport(user, NOW);
    const archive = await readFile(path);
    for (let at = archive.indexOf("pound"); at !== -1; at = archive.indexOf("pound", at)) archive.write("ounce", at);
    await writeFile(path, archive);
    const report = await importAccount(path, newEmail(), NOW);
    expect(report.memories.map(({ result }) => result.as)).toEqual(["failed"]);
  });

  it("refuses a file that is no export", async () => {
    const path = join(env.AMBERKEEP_HOME, `${createId()}.zip`);
    await writeFile(path, "not a zip");
    await expect(importAccount(path, newEmail(), subDays(NOW, 1))).rejects.toThrow();
  });
});
