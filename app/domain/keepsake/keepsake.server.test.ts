import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { findBoardOf } from "~/domain/board/guests.server";
import { listPieces } from "~/domain/board/pieces.server";
import { addPosts } from "~/domain/board/posts.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { copyKey, copyWidthFor } from "~/domain/media/media";
import { addMedia } from "~/domain/media/media.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { findCorrespondents } from "~/domain/reply/conversation.server";
import { writeReply } from "~/domain/reply/write-reply.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { env } from "~/env.server";
import { keepsakePage } from "~/keepsake/page";
import { db, inTransaction } from "~/services/db.server";
import * as mediaStore from "~/services/media-store.server";
import { deleteMedia, putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { jpeg } from "../../../tests/corpus/photos";
import { mp4 } from "../../../tests/corpus/recordings";
import { createBoard, join as joinAs, postInput } from "../../../tests/factories/board";
import { createDueLetter, createLetter, DUE_AT, deliveriesOf } from "../../../tests/factories/letter";
import { unpack } from "../../../tests/factories/unpack";
import { createUpload, createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { keepsakeOf, keepsakePartsOf } from "./keepsake.server";
import { piecesContent } from "./keepsake-content.server";

const TITLE = 'For <script>Mia</script> & "Ben"';
const MESSAGE = 'The key lies under the third stone.\r\n\r\n<img src="https://example.org/x.png"> src="picture:abc"\n';
const [PHOTO, FILM] = [await jpeg(2000, 1500), mp4()];
const folder = mkdtempSync(join(tmpdir(), "amberkeep-keepsake-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OPEN_FILES = "/proc/self/fd";
function openMedia(): string[] {
  const targets = readdirSync(OPEN_FILES).map((fd) => {
    try {
      return readlinkSync(join(OPEN_FILES, fd));
    } catch {
      // The folder itself, which was open while it was read.
      return "";
    }
  });
  return targets.filter((target) => target.endsWith(".enc"));
}

async function createKept(user: User) {
  const id = await createLetter(user, { title: TITLE, message: MESSAGE });
  await addMedia(id, 0, { kind: "photo", fileName: "sea & sky.jpg", altText: 'The "sea"', content: PHOTO });
  await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
  return id;
}

async function downloadKeepsake(viewer: Parameters<typeof viewVault>[0], id: string) {
  const viewed = await viewVault(viewer, id, DUE_AT);
  const keepsake = viewed && (await keepsakeOf(viewed, DUE_AT));
  return keepsake && unpack(await buffer(keepsake.archive));
}

/** Changes a byte of a file in the media folder. */
async function damage(key: string, at: number): Promise<void> {
  const file = await open(join(env.AMBERKEEP_HOME, "media", `${key}.enc`), "r+");
  const { buffer: stored } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([(stored[0] ?? 0) ^ 1]), 0, 1, at);
  await file.close();
}

/** Runs the command of a README without a shell, since that of Windows would not expand `*` either. */
function checkAsReadmeSays(readme: string, cwd: string) {
  const command = /^ {4}node (.+)$/m.exec(readme)?.[1] ?? "";
  const args = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
}

function withoutFonts(page: string): [fonts: string[], rest: string] {
  const embedded = /url\(data:font\/woff2;base64,[\w+/=]+\)/g;
  return [page.match(embedded) ?? [], page.replace(embedded, "font")];
}

describe("a keepsake", () => {
  it("holds the page, the text, the original files and the offline proof of the seal", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    await sealVault(user, id);
    expect(await downloadKeepsake({ user }, id)).toBeUndefined();
    await deliverVault(id, DUE_AT);
    const [delivery] = await deliveriesOf(id);
    const files = await downloadKeepsake({ openedDeliveryIds: [delivery?.id ?? ""] }, id);
    if (!files) throw new Error("There is no keepsake.");
    expect([...files.keys()]).toEqual([
      ...["README.txt", "index.html", "message.txt", "certificate.json", "amberkeep.json"],
      ...["certificate-format.md", "verify-certificate.mjs"],
      ...["files/01 sea & sky.jpg", "files/02 film.mp4"],
    ]);
    expect(files.get("message.txt")?.toString()).toBe(MESSAGE);
    expect(files.get("files/01 sea & sky.jpg")?.equals(PHOTO)).toBe(true);
    expect(files.get("files/02 film.mp4")?.equals(FILM)).toBe(true);

    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const checked = checkAsReadmeSays(files.get("README.txt")?.toString() ?? "", folder);
    expect(checked.stdout.match(/^ok /gm)).toHaveLength(5);
    expect(checked.status).toBe(0);
    const fingerprint = /Fingerprint (.+)/.exec(checked.stdout)?.[1] ?? "";
    expect(fingerprint).toHaveLength(79);
    for (const page of ["README.txt", "index.html"]) expect(files.get(page)?.toString()).toContain(fingerprint);
  });

  it.runIf(existsSync(OPEN_FILES))("that is given up while it opens a file closes it", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await addMedia(id, 0, { kind: "video", fileName: "film.mp4", content: FILM });
    const viewed = await viewVault({ user }, id, DUE_AT);
    const keepsake = viewed && (await keepsakeOf(viewed, DUE_AT));
    keepsake?.archive.resume();
    while (openMedia().length === 0) await setImmediate();
    keepsake?.archive.destroy();
    await vi.waitFor(() => expect(openMedia()).toEqual([]));
  });

  it("has a page without scripts or URLs, with the photo inlined", async () => {
    const { user } = await createUser();
    const files = await downloadKeepsake({ user }, await createKept(user));
    const page = files?.get("index.html")?.toString() ?? "";
    const [fonts = [], rest] = withoutFonts(page);
    expect(fonts).toHaveLength(3);
    expect(rest).not.toMatch(/<script|<link|<iframe|@import|url\(|javascript:| on\w+=/i);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = ""]) => address);
    const [photo, ...others] = addresses;
    const picture = await sharp(Buffer.from(photo?.replace("data:image/webp;base64,", "") ?? "", "base64")).metadata();
    expect([picture.format, picture.width]).toEqual(["webp", 1080]);
    expect(others).toEqual([
      "files/01%20sea%20%26%20sky.jpg",
      "files/02%20film.mp4",
      "files/02%20film.mp4",
      "README.txt",
    ]);
    for (const path of others) expect(files?.has(decodeURIComponent(path))).toBe(true);
    expect(page).toContain("&lt;script&gt;Mia&lt;/script&gt;");
    expect(page).toContain('alt="The &quot;sea&quot;"');
    expect([...(files?.keys() ?? [])]).not.toContain("certificate.json");
    expect(files?.get("README.txt")?.toString()).not.toContain("certificate");
  });

  it("looks like the letter: names, days, postmarks, paragraphs and lines", async () => {
    const { user } = await createUser({ name: "Nina Novak" });
    const message = "Dear Tom,\r\n\r\nthe boat\n  leaks.\n\nשלום";
    const overrides = { title: "Łódź", message, recipientName: "Tom Tucker", deliveryZone: "Pacific/Kiritimati" };
    const id = await createLetter(user, overrides, new Date("2030-01-05T12:00:00Z"));
    const waiting = (await downloadKeepsake({ user }, id))?.get("index.html")?.toString() ?? "";
    expect(waiting).toMatch(/,<\/span> <span class="whole">for June 14, 2031</);
    expect(waiting).not.toContain("Arrived");
    await deliverVault(id, DUE_AT);
    const [delivery] = await deliveriesOf(id);
    if (!delivery) throw new Error("There is no delivery.");
    await inTransaction((tx) => recordOpening(tx, delivery, new Date("2031-06-15T13:00:00Z")));
    const files = await downloadKeepsake({ openedDeliveryIds: [delivery.id] }, id);
    const [fonts, page] = withoutFonts(files?.get("index.html")?.toString() ?? "");
    expect(fonts, "three families, with the letters of Łódź").toHaveLength(6);
    expect(page).toContain('From <strong dir="auto">Nina Novak</strong><br/>to <strong dir="auto">Tom Tucker</strong>');
    expect(page).toContain("Written January 6, 2030");
    expect(page).toContain("arrived June 16, 2031");
    expect(page).toContain("Kept by Amberkeep from January 6, 2030 to June 16, 2031.");
    const marks = [...page.matchAll(/data-print="([^"]*)"/g)].map(([, mark]) => mark);
    expect(marks).toEqual(["Written", "06 Jan", "2030", "Arrived", "16 Jun", "2031"]);
    expect(page).toContain('<p dir="auto">Dear Tom,</p><p dir="auto">the boat<br/>  leaks.</p><p dir="auto">שלום</p>');
    expect(page).not.toContain("What came back");
    expect(files?.get("README.txt")?.toString()).toContain("From Nina Novak to Tom Tucker.");
  });

  it("has the replies that the viewer may see, with their files", async () => {
    const { user } = await createUser({ name: "Nina Novak" });
    const { id, delivery } = await createDueLetter(user, { recipientName: "Tom Tucker" });
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const [reader, owner] = [{ openedDeliveryIds: [delivery.id] }, { user }];
    const viewed = await viewVault(reader, id, DUE_AT);
    const between = viewed && (await findCorrespondents(viewed));
    if (!between) throw new Error("The letter is not open.");
    const at = (minute: number) => new Date(DUE_AT.getTime() + minute * 60_000);
    const write = async (as: typeof viewed, text: string, minute: number, formId = createId()) =>
      expect(
        await writeReply(
          as,
          between,
          { formId, text, files: { owner: uploadOwner({ visitorToken }), formId } },
          at(minute),
        ),
      ).toEqual({ ok: true });
    const visitorToken = createId();
    const formId = createId();
    const upload = await createUpload(uploadOwner({ visitorToken }), formId, { content: PHOTO, fileName: "dry.jpg" });
    const copy = { kind: "photo", contentType: "image/webp" } as const;
    await putMedia(copyKey(upload.storageKey, copyWidthFor(upload.width ?? 0, 1080)), PHOTO, copy);
    await write(viewed, "I missed my stop.\n\nCome!", 1, formId);
    for (let minute = 2; minute < 24; minute++) await write(viewed, `Number ${minute}`, minute);
    const sender = await viewVault(owner, id, DUE_AT);
    if (sender) await write(sender, "The boat is dry.", 30);
    for (const viewer of [reader, owner]) {
      const files = await downloadKeepsake(viewer, id);
      const page = files?.get("index.html")?.toString() ?? "";
      const [, replies = ""] = page.split("What came back");
      expect(replies).toContain('<p dir="auto">I missed my stop.</p><p dir="auto">Come!</p>');
      expect(replies.match(/<blockquote>/g), "more than a page of them").toHaveLength(24);
      expect(replies.indexOf("I missed")).toBeLessThan(replies.indexOf("Number 23"));
      expect(replies.indexOf("Number 23")).toBeLessThan(replies.indexOf("The boat is dry."));
      expect(replies).toContain('From <strong dir="auto">Nina Novak</strong>, June 14, 2031');
      expect(replies).toContain('href="replies/01%20dry.jpg"');
      expect(replies).toContain('src="data:image/webp;base64,');
      expect(files?.get("replies/01 dry.jpg")?.equals(PHOTO)).toBe(true);
    }
    const card = await downloadKeepsake({ claimedDeliveryIds: [delivery.id] }, id);
    expect([...(card?.keys() ?? [])]).toContain("index.html");
    expect(card?.get("index.html")?.toString(), "anyone may hold the card").not.toContain("What came back");
  });

  it("shows a board with the author of each piece", async () => {
    const { user } = await createUser();
    const boardRecipients = [{ name: "Otto", email: "otto@example.net" }];
    const id = await createLetter(user, { type: "memory-board", message: "For all of us", boardRecipients });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", altText: "The sea", content: PHOTO });
    await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
    const pageOf = async (vault: string, owner = user) =>
      (await downloadKeepsake({ user: owner }, vault))?.get("index.html")?.toString() ?? "";
    const [words = "", wall = ""] = (await pageOf(id)).split('class="wall"');
    expect(words).toContain("For all of us");
    expect(wall.match(new RegExp(`From <bdi>${user.name}</bdi>`, "g"))).toHaveLength(2);
    const { user: other } = await createUser();
    expect(await pageOf(await createKept(other), other)).not.toMatch(/<bdi>|class="wall"/);
  });

  it("has a guest's words beside a photo, and its description for those who cannot see it", async () => {
    const { user, id, code } = await createBoard();
    const { owner, formId, upload } = await createUploadedPhoto();
    const files = { owner, altTexts: { [upload.id]: "A boat going under" } };
    const karl = await joinAs(code, "Karl");
    await addPosts(karl, postInput("You swore it was watertight.", { formId, files }));
    await deliverVault(id, DUE_AT);
    const viewed = (await viewVault({ user }, id, DUE_AT)) ?? expect.unreachable();
    const { pages } = (await keepsakePartsOf(viewed, [], DUE_AT, [])) ?? expect.unreachable();
    const board = await findBoardOf(karl);
    const own = keepsakePage(piecesContent(board ?? expect.unreachable(), karl, await listPieces(id), DUE_AT));
    for (const page of [pages[0]?.content ?? "", own]) {
      expect(page).toContain(">You swore it was watertight.<");
      expect(page).toContain('alt="A boat going under"');
    }
  });

  it("gives long notes of a board the whole width of a sheet", async () => {
    const { user, id, code } = await createBoard();
    const karl = await joinAs(code, "Karl");
    for (const text of ["And to swim.", "He taught me to sail. ".repeat(60)]) await addPosts(karl, postInput(text));
    await deliverVault(id, DUE_AT);
    const page = (await downloadKeepsake({ user }, id))?.get("index.html")?.toString() ?? "";
    expect(page).toMatch(/<figure class="note long"><div class="text" lang=""><p dir="auto">He taught me to sail/);
    expect(page).toMatch(/<figure class="note"><div class="text" lang=""><p dir="auto">And to swim/);
    expect(page).toContain(".wall .long { grid-column: 1 / -1;");
  });

  it("calls guests' photos copies, except for the host, who gets the originals", async () => {
    const { user, id, code } = await createBoard();
    const { owner, formId } = await createUploadedPhoto();
    await addPosts(await joinAs(code, "Karl"), postInput("", { formId, files: { owner, altTexts: {} } }));
    await deliverVault(id, DUE_AT);
    const readmeFor = async (viewer: Parameters<typeof viewVault>[0]) =>
      (await downloadKeepsake(viewer, id))?.get("README.txt")?.toString();
    const [delivery] = await deliveriesOf(id);
    const shown = await readmeFor({ openedDeliveryIds: [delivery?.id ?? ""] });
    expect(shown).toContain("Guests’ photos are copies");
    expect(shown).not.toContain("as they were uploaded");
    expect(await readmeFor({ user })).toContain("as they were uploaded");
  });

  it("of a sealed board checks what its host put there, and not what guests added", async () => {
    const { user, id, code } = await createBoard();
    await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", content: PHOTO });
    await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
    const { owner, formId } = await createUploadedPhoto();
    await addPosts(await joinAs(code, "Karl"), postInput("", { formId, files: { owner, altTexts: {} } }));
    await sealVault(user, id);
    await deliverVault(id, DUE_AT);
    const archive = (await downloadKeepsake({ user }, id)) ?? expect.unreachable();
    const guests = [...archive.keys()].filter((path) => path.startsWith("files/03"));
    expect(guests).toHaveLength(1);
    const kept = join(folder, "board");
    for (const [path, content] of archive) {
      mkdirSync(dirname(join(kept, path)), { recursive: true });
      writeFileSync(join(kept, path), content);
    }
    const readme = archive.get("README.txt")?.toString() ?? "";
    const checked = checkAsReadmeSays(readme, kept);
    expect(checked.stdout).not.toContain("FAIL");
    expect(checked.stdout.match(/^ok .+ is what was sealed/gm)).toHaveLength(archive.has("message.txt") ? 3 : 2);
    expect(checked.status).toBe(0);
    expect(readme).toContain("not what guests added");
  });

  it("names files that are missing, and has the others", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    const media = (await viewVault({ user }, id, DUE_AT))?.media ?? [];
    const [photo, film] = media.map((file) => `${id}/${file.id}`);
    await deleteMedia(film ?? "", "video");
    const files = await downloadKeepsake({ user }, id);
    expect(files?.get("MISSING.txt")?.toString()).toContain("files/02 film.mp4");
    expect(files?.has("files/02 film.mp4")).toBe(false);
    expect(files?.get("files/01 sea & sky.jpg")?.equals(PHOTO)).toBe(true);
    for (const key of [photo ?? "", copyKey(photo ?? "", copyWidthFor(2000, 1080))]) await deleteMedia(key, "photo");
    const fewer = await downloadKeepsake({ user }, id);
    expect(fewer?.get("MISSING.txt")?.toString()).toContain("files/01 sea & sky.jpg");
    expect(fewer?.get("index.html")?.toString()).not.toContain("data:image/webp");
  });

  it("names a file that was removed since its letter was read, and has the others", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    const viewed = await viewVault({ user }, id, DUE_AT);
    await db.delete(media).where(and(eq(media.vaultId, id), eq(media.kind, "photo")));
    const keepsake = viewed && (await keepsakeOf(viewed, DUE_AT));
    const files = keepsake && (await unpack(await buffer(keepsake.archive)));
    expect(files?.get("MISSING.txt")?.toString()).toContain("files/01 sea & sky.jpg");
    expect(files?.get("files/02 film.mp4")?.equals(FILM)).toBe(true);
  });

  it("names a file whose content in the store is not what was uploaded", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    const film = (await viewVault({ user }, id, DUE_AT))?.media[1];
    const other = Buffer.concat([FILM.subarray(0, -1), Buffer.from("!")]);
    await putMedia(`${id}/${film?.id}`, other, { kind: "video", contentType: "video/mp4" });
    const note = (await downloadKeepsake({ user }, id))?.get("MISSING.txt")?.toString();
    expect(note).toBe("These files are no longer what was uploaded. Please tell us.\n\nfiles/02 film.mp4\n");
  });

  it("names a file that the disk cannot read, and has the others", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    const { readMedia } = mediaStore;
    const unreadable = new mediaStore.MediaUnreadable();
    const read = vi.spyOn(mediaStore, "readMedia");
    onTestFinished(() => read.mockRestore());
    read.mockImplementation((...given) =>
      given[1].kind === "video" ? Promise.reject(unreadable) : readMedia(...given),
    );
    const files = await downloadKeepsake({ user }, id);
    expect(files?.get("MISSING.txt")?.toString()).toContain("files/02 film.mp4");
    expect(files?.get("files/01 sea & sky.jpg")?.equals(PHOTO)).toBe(true);
  });

  it("has the beginning of a file that breaks off, names it, and has the others", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { title: TITLE });
    for (const [position, fileName] of ["torn.mp4", "short.mp4", "whole.mp4"].entries()) {
      await addMedia(id, position, { kind: "video", fileName, content: FILM });
    }
    const [torn = "", short = ""] = ((await viewVault({ user }, id, DUE_AT))?.media ?? []).map(
      (file) => `${id}/${file.id}`,
    );
    const [stored, film] = [randomBytes(1_000_000), { kind: "video", contentType: "video/mp4" } as const];
    await putMedia(torn, stored, film);
    await damage(torn, 600_000);
    await putMedia(short, FILM.subarray(0, 10), film);
    const files = await downloadKeepsake({ user }, id);
    const sent = files?.get("files/01 torn.mp4");
    expect(sent?.length).toBeGreaterThan(250_000);
    expect(sent?.equals(stored.subarray(0, sent.length))).toBe(true);
    expect(files?.get("files/02 short.mp4")?.length).toBe(10);
    expect(files?.get("files/03 whole.mp4")?.equals(FILM)).toBe(true);
    expect(files?.get("MISSING.txt")?.toString().split("\n")).toEqual([
      "We could only read the beginning of these files. The rest is missing. Please tell us.",
      "",
      "files/01 torn.mp4",
      "files/02 short.mp4",
      "",
    ]);
  });
});
