import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { type TOTP, URI } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { beginSetUp, confirmSetUp, findSetUp } from "~/domain/account/authenticator.server";
import { addPosts } from "~/domain/board/posts.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { deleteVault } from "~/domain/maintenance/delete-vault.server";
import { copyKey } from "~/domain/media/media";
import { addMedia } from "~/domain/media/media.server";
import type { DeliveryRow } from "~/domain/vault/delivery-rows.server";
import { db, inTransaction } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { boardMedia, boardPosts, dataExports, deliveries, passkeys } from "~db/schema";
import { LOCATED, PLACE } from "../../../tests/corpus/located";
import { png } from "../../../tests/corpus/photos";
import { createBoard, join, postInput, postPhoto } from "../../../tests/factories/board";
import { openedExport, prepareExport, textOf, unpackExport } from "../../../tests/factories/data-export";
import { createDueLetter, createLetter, DUE_AT, deliveriesOf, WRITTEN_AT } from "../../../tests/factories/letter";
import { bytesOf } from "../../../tests/factories/media-content";
import { sendReply } from "../../../tests/factories/reply";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { accountFile, letterFile } from "./export-format";
import { openExport } from "./open-export.server";

const LATER = addDays(DUE_AT, 1);

beforeEach(() => db.delete(dataExports));

async function exportedFiles(user: User): Promise<Map<string, Buffer>> {
  await prepareExport(user, LATER);
  return unpackExport(user, LATER);
}

const accountIn = (files: Map<string, Buffer>) => accountFile.parse(JSON.parse(textOf(files, "account.json")));
const open = (delivery: DeliveryRow) => inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));

describe("what others sent, in a copy of an account's data", () => {
  it("is there once it was opened, with its text, files and replies, in the documented format", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser({ name: "Ada" }), await createUser()];
    const letter = { title: "For Mia", message: "Dear Mia", recipientName: "Mia", recipientEmail: mia.email };
    const { id, delivery } = await createDueLetter(ada, letter);
    const content = await png(30, 20);
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", altText: "The sea", content });
    await open(delivery);
    await sendReply(delivery, { text: "Thank you, Ada.", now: LATER });
    const files = await exportedFiles(mia);
    const [listed] = accountIn(files).received;
    expect(listed).toMatchObject({ id, title: "For Mia", folder: expect.stringMatching(/^received\/001 /) });
    const within = (path: string) => `${listed?.folder}/${path}`;
    const described = letterFile.parse(JSON.parse(textOf(files, within("letter.json"))));
    expect(described).toMatchObject({
      title: "For Mia",
      message: "Dear Mia",
      sender: { name: "Ada" },
      recipient: { email: mia.email },
      files: [{ description: "The sea", fileName: "sea.png" }],
      replies: [{ text: "Thank you, Ada.", isFromSender: false }],
    });
    expect(files.get(within(described.files[0]?.path ?? ""))).toEqual(content);
    expect(textOf(files, within("message.txt"))).toBe("Dear Mia");
    expect(textOf(files, within("index.html"))).toMatch(/Dear Mia.*Thank you, Ada\./s);
    expect(textOf(files, "index.html")).toMatch(/What you received.*For Mia/s);
  });

  it("is not included before it was opened, after it was declined, or for another recipient", async () => {
    const [{ user: ada }, { user: mia }, { user: leo }] = [
      await createUser({ vaultLimit: 5 }),
      await createUser(),
      await createUser(),
    ];
    const to = (email: string, message: string) => createDueLetter(ada, { message, recipientEmail: email });
    await to(mia.email, "Not opened yet.");
    const declined = await to(mia.email, "Not for me.");
    await open(declined.delivery);
    await db.update(deliveries).set({ declinedAt: LATER }).where(eq(deliveries.id, declined.delivery.id));
    await open((await to(leo.email, "Only for Leo.")).delivery);
    const files = await exportedFiles(mia);
    expect(accountIn(files).received).toEqual([]);
    const all = [...files.values()].map(String).join("\n");
    for (const words of ["Not opened yet.", "Not for me.", "Only for Leo."]) expect(all).not.toContain(words);
  });

  it("is not there for an account whose email was never confirmed", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser(), await createUser({ verified: false })];
    const { delivery } = await createDueLetter(ada, { message: "For the real Mia.", recipientEmail: mia.email });
    await open(delivery);
    expect(accountIn(await exportedFiles(mia)).received).toEqual([]);
  });

  it("has guests' recordings without the place where they were made, in any range", async () => {
    const { user: mia } = await createUser();
    const { id, code } = await createBoard({ boardRecipients: [{ name: "Mia", email: mia.email }] });
    const guest = await join(code, "Karl");
    const content = (await LOCATED[0]?.make()) ?? Buffer.alloc(0);
    const film = { kind: "video" as const, contentType: "video/mp4", fileName: "boat.mp4", content };
    const { owner, formId } = await createUploadedPhoto(film);
    await addPosts(guest, postInput("The boat", { formId, files: { owner, altTexts: {} } }), WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    const delivery = (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === mia.email);
    if (!delivery) throw new Error("The board was not delivered.");
    await open(delivery);
    const files = await exportedFiles(mia);
    const [path = ""] = [...files.keys()].filter((name) => name.endsWith(".mp4"));
    expect([content.includes(PLACE), files.get(path)?.length, files.get(path)?.includes(PLACE)]).toEqual([
      true,
      content.length,
      false,
    ]);
    const archive = await openedExport(mia, LATER);
    const whole = await bytesOf(archive.read({ start: 0, end: archive.bytes - 1 }));
    expect(whole.includes(PLACE)).toBe(false);
    const middle = { start: Math.floor(archive.bytes / 3), end: Math.floor(archive.bytes / 2) };
    expect(await bytesOf(archive.read(middle))).toEqual(whole.subarray(middle.start, middle.end + 1));
  });

  it("has guests' photos as others get them, without the place where they were taken", async () => {
    const { user: mia } = await createUser();
    const { id, code } = await createBoard({ boardRecipients: [{ name: "Mia", email: mia.email }] });
    const guest = await join(code, "Karl");
    await postPhoto(guest, "The boat");
    const [photo] = await db
      .select({ storageKey: boardMedia.storageKey })
      .from(boardMedia)
      .innerJoin(boardPosts, eq(boardPosts.id, boardMedia.postId))
      .where(eq(boardPosts.guestId, guest.id));
    const copy = Buffer.from("a copy without the place");
    await putMedia(copyKey(photo?.storageKey ?? "", 2160), copy, { kind: "photo", contentType: "image/webp" });
    await deliverVault(id, DUE_AT);
    const delivery = (await deliveriesOf(id)).find(({ recipientEmail }) => recipientEmail === mia.email);
    if (!delivery) throw new Error("The board was not delivered.");
    await open(delivery);
    const files = await exportedFiles(mia);
    const [path = ""] = [...files.keys()].filter((name) => name.endsWith(".webp"));
    expect(files.get(path)).toEqual(copy);
    expect([...files.keys()].filter((name) => name.endsWith(".jpg"))).toEqual([]);
  });

  it("ends with the vault, also for its recipient", async () => {
    const [{ user: ada }, { user: mia }] = [await createUser(), await createUser()];
    const { id, delivery } = await createDueLetter(ada, { recipientEmail: mia.email });
    await open(delivery);
    await prepareExport(mia, LATER);
    const archive = await openedExport(mia, LATER);
    await inTransaction((tx) => deleteVault(tx, id, LATER));
    expect(await openExport(mia, archive.id, LATER)).toBeUndefined();
  });
});

it("a copy of an account's data names the ways to log in, but holds nothing that grants access", async () => {
  const { user } = await createUser();
  await createLetter(user);
  await db.insert(passkeys).values({
    id: createId(),
    userId: user.id,
    credentialHash: createId(),
    credentialId: "the-credential-id",
    publicKey: Buffer.from("the-public-key"),
    counter: 1,
    name: "Ada's phone",
    createdAt: LATER,
  });
  await beginSetUp(user.id);
  const secret = (await findSetUp(user))?.secret.replaceAll(" ", "") ?? "";
  const totp = URI.parse((await findSetUp(user))?.url ?? "") as TOTP;
  const confirmed = await confirmSetUp(user, totp.generate(), "");
  if (!confirmed.ok) throw new Error(confirmed.reason);
  const files = await exportedFiles(user);
  expect(accountIn(files)).toMatchObject({
    privacy: { profileVisibility: "private", allowSearchByEmail: false },
    waysToSignIn: {
      loginLinks: true,
      passkeys: [{ name: "Ada's phone", createdAt: LATER.toISOString(), lastUsedAt: null }],
      authenticator: { recoveryCodesLeft: 10 },
    },
  });
  const all = [...files.values()].map(String).join("\n");
  for (const hidden of ["the-credential-id", "the-public-key", secret, ...confirmed.codes]) {
    expect(all).not.toContain(hidden);
  }
});
