import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { deleteMedia } from "~/services/media-store.server";
import { jpeg } from "../../../tests/corpus/photos";
import { mp4 } from "../../../tests/corpus/recordings";
import { createLetter, DUE_AT, deliveriesOf } from "../../../tests/factories/letter";
import { unpack } from "../../../tests/factories/unpack";
import { createUser } from "../../../tests/factories/user";
import { keepsakeOf } from "./keepsake.server";

const TITLE = 'For <script>Mia</script> & "Ben"';
const MESSAGE = 'The key lies under the third stone.\r\n\r\n<img src="https://example.org/x.png"> src="picture:abc"\n';
const [PHOTO, FILM] = [await jpeg(2000, 1500), mp4()];
const folder = mkdtempSync(join(tmpdir(), "amberkeep-keepsake-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function createKept(user: User) {
  const id = await createLetter(user, { title: TITLE, message: MESSAGE });
  await addMedia(id, 0, { kind: "photo", fileName: "sea & sky.jpg", altText: 'The "sea"', content: PHOTO });
  await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
  return id;
}

async function takeAway(viewer: Parameters<typeof viewVault>[0], id: string) {
  const viewed = await viewVault(viewer, id, DUE_AT);
  const keepsake = viewed && (await keepsakeOf(viewed, DUE_AT));
  return keepsake && unpack(await buffer(keepsake.archive));
}

describe("a keepsake", () => {
  it("holds the page, the text, the original files and the offline proof of the seal", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    await sealVault(user, id);
    expect(await takeAway({ user }, id)).toBeUndefined();
    await deliverVault(id, DUE_AT);
    const [delivery] = await deliveriesOf(id);
    const files = await takeAway({ openedDeliveryId: delivery?.id ?? "" }, id);
    if (!files) throw new Error("There is no keepsake.");
    expect([...files.keys()]).toEqual([
      ...["README.txt", "index.html", "message.txt", "certificate.json", "amberkeep.json"],
      ...["files/01 sea & sky.jpg", "files/02 film.mp4"],
    ]);
    expect(files.get("message.txt")?.toString()).toBe(MESSAGE);
    expect(files.get("files/01 sea & sky.jpg")?.equals(PHOTO)).toBe(true);
    expect(files.get("files/02 film.mp4")?.equals(FILM)).toBe(true);

    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const script = resolve("scripts/verify-certificate.mjs");
    const given = ["message.txt", "files/01 sea & sky.jpg", "files/02 film.mp4"];
    const args = [script, "certificate.json", "--keys", "amberkeep.json", ...given];
    const checked = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(checked.stdout.match(/^ok /gm)).toHaveLength(2 + given.length);
    expect(checked.status).toBe(0);
    const fingerprint = /Fingerprint (.+)/.exec(checked.stdout)?.[1] ?? "";
    expect(fingerprint).toHaveLength(79);
    for (const page of ["README.txt", "index.html"]) expect(files.get(page)?.toString()).toContain(fingerprint);
  });

  it("has a page without scripts or URLs, with the photo inlined", async () => {
    const { user } = await createUser();
    const files = await takeAway({ user }, await createKept(user));
    const page = files?.get("index.html")?.toString() ?? "";
    expect(page).not.toMatch(/<script|<link|<iframe|@import|url\(|javascript:| on\w+=/i);
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

  it("shows a board with the author of each piece", async () => {
    const { user } = await createUser();
    const boardRecipients = [{ name: "Otto", email: "otto@example.net" }];
    const id = await createLetter(user, { type: "memory-board", message: "For all of us", boardRecipients });
    await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", altText: "The sea", content: PHOTO });
    await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
    const pageOf = async (vault: string, owner = user) =>
      (await takeAway({ user: owner }, vault))?.get("index.html")?.toString() ?? "";
    const [words = "", wall = ""] = (await pageOf(id)).split('class="wall"');
    expect(words).toContain("For all of us");
    expect(wall.match(new RegExp(`From <bdi>${user.name}</bdi>`, "g"))).toHaveLength(2);
    const { user: other } = await createUser();
    expect(await pageOf(await createKept(other), other)).not.toMatch(/<bdi>|class="wall"/);
  });

  it("fails when a file is missing", async () => {
    const { user } = await createUser();
    const id = await createKept(user);
    const viewed = await viewVault({ user }, id, DUE_AT);
    const film = viewed?.media.find(({ kind }) => kind === "video");
    await deleteMedia(`${id}/${film?.id}`, "video");
    await expect(takeAway({ user }, id)).rejects.toThrow("no file under this key");
  });
});
