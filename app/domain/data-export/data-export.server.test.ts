import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { addDays, addMinutes } from "date-fns";
import { asc, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { listPieces } from "~/domain/board/pieces.server";
import { dateIn, dayAfter, deliveryInstant } from "~/domain/calendar/delivery-date";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { deleteVault } from "~/domain/maintenance/delete-vault.server";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { addMedia, discardMedia } from "~/domain/media/media.server";
import { discardDraft } from "~/domain/writing/draft.server";
import { discardEditDraft } from "~/domain/writing/edit-draft.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { deleteMedia, putMedia } from "~/services/media-store.server";
import {
  boardGuests,
  boardPosts,
  dataExportEntries,
  dataExports,
  editDrafts,
  media,
  memories,
  replies,
} from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createBoard, join, postNote } from "../../../tests/factories/board";
import { onOneServer } from "../../../tests/factories/cluster";
import { openedExport, prepareExport, textOf, unpackExport } from "../../../tests/factories/data-export";
import {
  changeLetter,
  createDraft,
  createDueLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { sendReply } from "../../../tests/factories/reply";
import { untilWaiting } from "../../../tests/factories/statements";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { accountFile, memoryFile } from "./export-format";
import { openExport } from "./open-export.server";
import { prepareExports } from "./prepare-exports.server";
import { findExport, requestExport } from "./request-export.server";

const NOW = clock.now();

beforeEach(() => db.delete(dataExports));

const prepare = (user: User, now = NOW) => prepareExport(user, now);
const opened = (user: User, now = NOW) => openedExport(user, now);
const exportedFiles = (user: User) => unpackExport(user, NOW);
const pathOf = (files: Map<string, Buffer>, ending: string) =>
  [...files.keys()].filter((path) => path.endsWith(ending));

async function addPhoto(vaultId: string, position = 0) {
  const content = await png(30 + position, 20);
  return { id: await addMedia(vaultId, position, { kind: "photo", fileName: "sea.png", content }), content };
}

describe("a copy of an account's data", () => {
  it("has the account and every memory with its text, files and pages, in the documented format", async () => {
    const { user } = await createUser({ name: "Ada Example", vaultLimit: 5 });
    const id = await createLetter(user, { title: "For Mia", message: "Dear Mia", recipientName: "Mia" });
    const { content } = await addPhoto(id);
    await createDraft(user, { title: "Not finished" });
    await prepare(user);
    const files = await exportedFiles(user);
    const account = accountFile.parse(JSON.parse(textOf(files, "account.json")));
    expect(account).toMatchObject({ account: { name: "Ada Example", email: user.email } });
    expect(account.memories.map(({ title }) => title).toSorted()).toEqual(["For Mia", "Not finished"]);
    const folder = account.memories.find((one) => one.id === id)?.folder ?? "";
    const memory = memoryFile.parse(JSON.parse(textOf(files, `${folder}/memory.json`)));
    expect(memory).toMatchObject({
      title: "For Mia",
      message: "Dear Mia",
      state: "scheduled",
      recipient: { name: "Mia" },
    });
    expect(memory.files).toHaveLength(1);
    expect(files.get(`${folder}/${memory.files[0]?.path}`)).toEqual(content);
    expect(textOf(files, `${folder}/message.txt`)).toBe("Dear Mia");
    expect(textOf(files, `${folder}/index.html`)).toContain("For Mia");
    expect(textOf(files, "index.html")).toContain(encodeURIComponent(folder.split("/")[1] ?? ""));
  });

  it("has unsaved changes beside the unchanged memory", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: "For Mia", message: "Dear Mia" });
    await changeLetter(user, id, { message: "Dear Mia, one thing more", recipientEmail: "mia at" });
    await prepare(user);
    const files = await exportedFiles(user);
    const [path = ""] = pathOf(files, "memory.json");
    const memory = memoryFile.parse(JSON.parse(textOf(files, path)));
    expect(memory).toMatchObject({
      message: "Dear Mia",
      changes: { fields: { title: "For Mia", message: "Dear Mia, one thing more", recipientEmail: "mia at" } },
    });
  });

  it("has only the details of a sealed memory, and nothing of other accounts", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    await createLetter(eve.user, { message: "Eve wrote this." });
    const id = await createLetter(ada.user, { title: "Closed", message: "Nobody reads this before its day." });
    await sealVault(ada.user, id);
    await prepare(ada.user);
    const all = [...(await exportedFiles(ada.user)).values()].map(String).join("\n");
    expect(all).toContain("Closed");
    expect(all).not.toContain("Nobody reads this");
    expect(all).not.toContain("Eve wrote this");
  });

  it("has what checks the seal of a delivered memory, without Amberkeep", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Dear Mia" });
    await sealVault(user, id);
    await deliverVault(id, DUE_AT);
    for (const delivery of await deliveriesOf(id)) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const later = addDays(DUE_AT, 1);
    await prepare(user, later);
    const files = await unpackExport(user, later);
    const kept = mkdtempSync(resolve(tmpdir(), "amberkeep-export-"));
    onTestFinished(() => rmSync(kept, { recursive: true }));
    for (const [path, content] of files) {
      mkdirSync(dirname(resolve(kept, path)), { recursive: true });
      writeFileSync(resolve(kept, path), content);
    }
    const [certificate = ""] = pathOf(files, "/certificate.json");
    const readme = textOf(files, certificate.replace("certificate.json", "README.txt"));
    const command = /^ {4}(node .+)$/m.exec(readme)?.[1] ?? "";
    const checked = spawnSync("sh", ["-c", command], { cwd: resolve(kept, dirname(certificate)), encoding: "utf8" });
    expect(checked.stdout).toMatch(/^ok .+ is what was sealed/m);
    expect(checked.status).toBe(0);
    expect(textOf(files, "certificate-format.md")).toContain("# ");
  });

  it("names who has opened delivered memories, with their replies", async () => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const { owner, formId, upload } = await createUploadedPhoto();
    await sendReply(delivery, { text: "Thank you, Ada.", owner, formId });
    await prepare(user);
    const files = await exportedFiles(user);
    const [path = ""] = pathOf(files, "memory.json");
    const { deliveries, record } = memoryFile.parse(JSON.parse(textOf(files, path)));
    expect(deliveries).toMatchObject([
      { email: delivery.recipientEmail, state: "opened", replies: [{ text: "Thank you, Ada.", isFromSender: false }] },
    ]);
    const folder = path.replace("memory.json", "");
    const page = textOf(files, `${folder}index.html`);
    expect(page).toMatch(/What came back.*Mia.*Thank you, Ada\./s);
    const [shown = ""] = /(?<=<img src=")replies\/[^"]*/.exec(page) ?? [];
    expect(files.get(folder + decodeURIComponent(shown))).toHaveLength(upload.bytes);
    expect(record.map(({ event }) => event)).toContain("opened");
  });

  it("is announced by one mail, and gone after seven days", async () => {
    const { user } = await createUser();
    await prepare(user);
    await prepare(user, addMinutes(NOW, 5));
    expect(await writtenTo(user.email, "export_ready")).toHaveLength(2);
    expect(await findExport(user, addDays(NOW, 6))).toMatchObject({ state: "ready" });
    expect(await findExport(user, addDays(NOW, 9))).toBeUndefined();
    await purgeExpired(addDays(NOW, 9));
    expect(await db.$count(dataExports)).toBe(0);
    expect(await db.$count(dataExportEntries)).toBe(0);
  });

  it("stays until the end of the day that the mail names", async () => {
    const { user } = await createUser({ timeZone: "Asia/Tokyo" });
    await prepare(user);
    const until = (await writtenTo(user.email, "export_ready"))[0]?.props.until ?? "";
    const [lastMinute, over] = [
      deliveryInstant(until, 23, "Asia/Tokyo", 58),
      deliveryInstant(dayAfter(until), 0, "Asia/Tokyo"),
    ];
    const found = await findExport(user, lastMinute);
    expect(found?.state === "ready" && dateIn("Asia/Tokyo", found.expiresAt)).toBe(until);
    expect(await findExport(user, over)).toBeUndefined();
  });

  it("can be opened by its owner only, and not once it is gone", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    await prepare(ada.user);
    const { id } = await opened(ada.user);
    expect(await openExport(eve.user, id, NOW)).toBeUndefined();
    expect(await openExport(ada.user, id, addDays(NOW, 9))).toBeUndefined();
  });

  it("is begun once if the button is pressed twice", async () => {
    const { user } = await createUser();
    await Promise.all([requestExport(user, NOW), requestExport(user, NOW), requestExport(user, NOW)]);
    expect(await findExport(user, NOW)).toMatchObject({ state: "preparing" });
    expect(await writtenTo(user.email, "security_alert")).toHaveLength(1);
  });

  it("resumes where a killed worker stopped, and shows its progress", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const photos = [await addPhoto(id, 0), await addPhoto(id, 1)];
    await requestExport(user, NOW);
    await prepareExports(NOW);
    await db
      .update(dataExportEntries)
      .set({ checksum: 1 })
      .where(eq(dataExportEntries.sourceId, photos[0]?.id ?? ""));
    const status = await findExport(user, NOW);
    if (status?.state !== "preparing") throw new Error("It is ready too soon.");
    expect(status.doneBytes).toBeGreaterThan(0);
    expect(status.bytes - status.doneBytes).toBe(photos[1]?.content.length);
    while ((await prepareExports(NOW)).isFull);
    const entries = await db.select().from(dataExportEntries);
    // The first one was not read again.
    expect(entries.find(({ sourceId }) => sourceId === photos[0]?.id)?.checksum).toBe(1);
    expect(entries.every(({ checksum }) => checksum !== null)).toBe(true);
  });

  it("saves its entries while it lists them, and starts over when that is interrupted", async () => {
    const { user } = await createUser({ vaultLimit: 9 });
    const message = "Dear Mia, this letter is long. ".repeat(4_000);
    const ids: string[] = [];
    for (const minute of [0, 1, 2, 3, 4]) {
      ids.push(await createLetter(user, { message }, addMinutes(WRITTEN_AT, minute)));
    }
    const last = eq(memories.id, ids.at(-1) ?? "");
    const [{ masterKeyId = 0 } = {}] = await db.select().from(memories).where(last);
    await db.update(memories).set({ masterKeyId: 999 }).where(last);
    await requestExport(user, NOW);
    await prepareExports(NOW);
    const early = await db.select().from(dataExportEntries);
    expect(early.map(({ path }) => path)).toContain("memories/001 2031-06-14/message.txt");
    expect(await findExport(user, NOW)).toEqual({ state: "preparing", bytes: 0, doneBytes: 0 });
    await db.update(memories).set({ masterKeyId }).where(last);
    await prepareExports(addMinutes(NOW, 2));
    const saved = await db.select().from(dataExportEntries).orderBy(asc(dataExportEntries.position));
    expect(saved.filter(({ id }) => early.some((entry) => entry.id === id))).toEqual([]);
    const paths = saved.map(({ path }) => path);
    expect(paths.slice(0, 4)).toEqual([
      "index.html",
      "README.txt",
      "account.json",
      "memories/001 2031-06-14/memory.json",
    ]);
    expect(paths).toEqual([...new Set(paths)]);
    expect(paths.filter((path) => path.endsWith("message.txt"))).toHaveLength(ids.length);
  });

  onOneServer("is listed by one worker at a time, in spite of another that begins meanwhile", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await sealVault(user, id);
    await deliverVault(id, DUE_AT);
    for (const delivery of await deliveriesOf(id)) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const later = addDays(DUE_AT, 1);
    await requestExport(user, later);
    let listing: ReturnType<typeof prepareExports> | undefined;
    await inTransaction(async (tx) => {
      await tx.select({ id: memories.id }).from(memories).where(eq(memories.id, id)).for("update");
      listing = prepareExports(later);
      await untilWaiting(id, "update `memories`");
      expect(await prepareExports(later)).toEqual({ isFull: false });
    });
    await listing;
    expect(await db.select().from(dataExports)).toMatchObject([{ state: "preparing", failures: 0 }]);
  });

  onOneServer("is not listed any further by a worker whose vault is sealed meanwhile", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const [first, second] = [await createLetter(user), await createLetter(user, {}, addMinutes(WRITTEN_AT, 1))];
    await sealVault(user, second);
    await deliverVault(second, DUE_AT);
    for (const delivery of await deliveriesOf(second)) await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const later = addDays(DUE_AT, 1);
    await requestExport(user, later);
    let listing: ReturnType<typeof prepareExports> | undefined;
    await inTransaction(async (tx) => {
      await tx.select({ id: memories.id }).from(memories).where(eq(memories.id, second)).for("update");
      listing = prepareExports(later);
      await untilWaiting(second, "update `memories`");
      await sealVault(user, first);
    });
    await listing;
    expect(await db.select().from(dataExports)).toMatchObject([{ state: "waiting", failures: 0 }]);
    expect(await db.$count(dataExportEntries)).toBe(0);
  });

  it("leaves out a file that is lost in the store, and names it", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await addPhoto(id);
    const [row] = await db.select().from(media).where(eq(media.vaultId, id));
    await deleteMedia(row?.storageKey ?? "", "photo");
    await prepare(user);
    const files = await exportedFiles(user);
    expect(pathOf(files, ".png")).toEqual([]);
    expect(textOf(files, "MISSING.txt")).toContain("sea.png");
    expect(await findExport(user, NOW)).toMatchObject({ missing: 1 });
  });

  it("leaves out a file whose content in the store is not what was uploaded, and names it", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    const { content } = await addPhoto(id);
    const [row] = await db.select().from(media).where(eq(media.vaultId, id));
    const other = Buffer.concat([content.subarray(0, -1), Buffer.from("!")]);
    await putMedia(row?.storageKey ?? "", other, { kind: "photo", contentType: "image/png" });
    await prepare(user);
    const files = await exportedFiles(user);
    expect(pathOf(files, ".png")).toEqual([]);
    expect(textOf(files, "MISSING.txt")).toContain("sea.png");
  });

  it.each([
    ["sealed", (user: User, id: string) => sealVault(user, id)],
    ["cancelled", (user: User, id: string) => cancelVault(user, id)],
    ["deleted", (_: User, id: string) => inTransaction((tx) => deleteVault(tx, id, NOW))],
  ])("ends when a vault is %s, whose text it would still have", async (_, change) => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Nobody reads this any more." });
    await prepare(user);
    const archive = await opened(user);
    await change(user, id);
    expect(await openExport(user, archive.id, NOW)).toBeUndefined();
    expect(await db.$count(dataExportEntries)).toBe(0);
  });

  it.each([
    ["a draft is", (user: User) => createDraft(user, { message: "Better not." }), discardDraft],
    [
      "unsaved changes are",
      async (user: User) => {
        const id = await createLetter(user);
        await changeLetter(user, id, { message: "Better not." });
        return id;
      },
      discardEditDraft,
    ],
  ])("ends when %s discarded", async (_, write, discard) => {
    const { user } = await createUser();
    const id = await write(user);
    await prepare(user);
    const archive = await opened(user);
    expect([...(await exportedFiles(user)).values()].map(String).join("\n")).toContain("Better not.");
    expect(await discard(user, id)).toBe(true);
    expect(await openExport(user, archive.id, NOW)).toBeUndefined();
    expect(await db.$count(dataExportEntries)).toBe(0);
  });

  it("starts over when a vault is sealed while it is prepared", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Nobody reads this before its day." });
    await requestExport(user, NOW);
    await prepareExports(NOW);
    expect(await db.$count(dataExportEntries)).toBeGreaterThan(0);
    await sealVault(user, id);
    expect(await db.$count(dataExportEntries)).toBe(0);
    while ((await prepareExports(clock.now())).isFull);
    const all = [...(await exportedFiles(user)).values()].map(String).join("\n");
    expect(all).toContain("Sealed: nobody can read it");
    expect(all).not.toContain("Nobody reads this");
  });

  it("is deleted, and not begun again, when a vault is sealed that it contains", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await prepare(user);
    await sealVault(user, id);
    expect(await findExport(user, NOW)).toBeUndefined();
  });

  it("has to be prepared again once a vault has lost a file", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await addPhoto(id);
    await prepare(user);
    const archive = await opened(user);
    await inTransaction((tx) => discardMedia(tx, id, NOW));
    expect(await openExport(user, archive.id, NOW)).toBe("outdated");
    expect(await findExport(user, NOW)).toBeUndefined();
  });
});

describe("texts that cannot be decrypted", () => {
  /** As after a disk failure. */
  const damaged = { wrappedKey: Buffer.alloc(61, 1) };
  const jsonIn = (files: Map<string, Buffer>, name: string) =>
    pathOf(files, name).map((path) => JSON.parse(textOf(files, path)));

  it("are named, and left out of an archive that has all the rest", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const id = await createLetter(user, { title: "Damaged", message: "Dear Mia" });
    const { content } = await addPhoto(id);
    await changeLetter(user, id, { message: "Dear Mia, one thing more" });
    await createLetter(user, { title: "Whole", message: "Dear Tom" }, addMinutes(WRITTEN_AT, 1));
    const ofVault = eq(memories.id, id);
    const [{ messageEncrypted = Buffer.alloc(0) } = {}] = await db.select().from(memories).where(ofVault);
    messageEncrypted.writeUInt8(messageEncrypted.readUInt8(20) ^ 1, 20);
    await db.update(memories).set({ messageEncrypted }).where(ofVault);
    await db.update(editDrafts).set(damaged).where(eq(editDrafts.vaultId, id));
    await prepare(user);
    expect(await findExport(user)).toMatchObject({ state: "ready", missing: 2 });
    const files = await exportedFiles(user);
    const [first, second] = jsonIn(files, "memory.json");
    expect(memoryFile.parse(first)).toMatchObject({
      title: "Damaged",
      message: "",
      unreadable: ["message", "unsaved changes"],
    });
    expect(second).toMatchObject({ title: "Whole", message: "Dear Tom" });
    expect(second).not.toHaveProperty("unreadable");
    const [photo = ""] = pathOf(files, ".png");
    expect(files.get(photo)).toEqual(content);
    const lost = ["memories/001 2031-06-14: message", "memories/001 2031-06-14: unsaved changes"];
    expect(textOf(files, "MISSING.txt")).toBe(
      `We could not read these texts when this was made. Please tell us.\n\n${lost.join("\n")}\n`,
    );
    expect(textOf(files, "index.html").match(/Part of it could not be read/g)).toHaveLength(1);
  });

  it("include descriptions of files", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", altText: "The sea", content: await png(30, 20) });
    await db
      .update(media)
      .set({ altTextEncrypted: Buffer.from("damaged") })
      .where(eq(media.vaultId, id));
    await prepare(user);
    expect(jsonIn(await exportedFiles(user), "memory.json")).toMatchObject([
      { files: [{ fileName: "sea.png", description: "" }], unreadable: ["description of sea.png"] },
    ]);
  });

  it("include replies, what others sent, and pieces of boards", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser({ vaultLimit: 5 }), await createUser()];
    const { id, delivery } = await createDueLetter(ada, { title: "For Mia", recipientEmail: mia.email });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await sendReply(delivery, { text: "Thank you, Ada." });
    await db.update(replies).set(damaged).where(eq(replies.deliveryId, delivery.id));
    const board = await createBoard({ title: "Otto is eighty" });
    const guest = await join(board.code, "Mia");
    await db.update(boardGuests).set({ userId: mia.id }).where(eq(boardGuests.id, guest.id));
    for (const text of ["A song", "A poem"]) await postNote(guest, text);
    const post = (await listPieces(board.id)).find(({ text }) => text === "A song");
    await db
      .update(boardPosts)
      .set(damaged)
      .where(eq(boardPosts.id, post?.id ?? ""));
    await prepare(ada);
    expect(jsonIn(await exportedFiles(ada), "memory.json")).toMatchObject([
      { message: expect.stringContaining("Dear Mia"), unreadable: [expect.stringMatching(/^reply of 20/)] },
    ]);
    await prepare(board.user);
    expect(jsonIn(await exportedFiles(board.user), "memory.json")).toMatchObject([{ unreadable: ["piece by Mia"] }]);
    await db
      .update(memories)
      .set(damaged)
      .where(inArray(memories.id, [id, board.id]));
    await prepare(mia, addDays(DUE_AT, 1));
    const files = await unpackExport(mia, addDays(DUE_AT, 1));
    expect(jsonIn(files, "letter.json")).toMatchObject([
      { message: "", unreadable: ["title", "message", expect.anything()] },
    ]);
    const [pieces] = jsonIn(files, "pieces.json");
    expect(pieces).toMatchObject({ unreadable: ["title", "piece by Mia"] });
    expect(pieces.pieces.map(({ text }: { text: string }) => text).toSorted()).toEqual(["", "A poem"]);
  });

  it("delay an archive while only their key is missing", async () => {
    const { user } = await createUser();
    await createLetter(user);
    await db.update(memories).set({ masterKeyId: 999 }).where(eq(memories.userId, user.id));
    await requestExport(user, NOW);
    await prepareExports(NOW);
    expect(await findExport(user)).toMatchObject({ state: "preparing" });
  });
});
