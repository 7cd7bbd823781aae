import { copyFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, vi } from "vitest";
import { ERASED, encryptContent } from "~/domain/vault/vault-content.server";
import { db, inTransaction } from "~/services/db.server";
import { deleteFact } from "~/services/installation-facts.server";
import { checkMasterKeys } from "~/services/master-keys.server";
import { boardMedia, media, memories, replyMedia, uploads } from "~db/schema";
import { fillEveryTable, sealedFields } from "../../../tests/factories/ciphertexts";
import { onOneServer } from "../../../tests/factories/cluster";
import { createLetter } from "../../../tests/factories/letter";
import { bytesOf, pictureBytes } from "../../../tests/factories/media-content";
import { untilWaiting } from "../../../tests/factories/statements";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";

/** A home of its own, where no other test leaves files. */
const home = await vi.hoisted(async () => {
  const { mkdtempSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const path = mkdtempSync(`${tmpdir()}/amberkeep-rewrap-`);
  process.env.AMBERKEEP_HOME = path;
  return path;
});
const OLD = process.env.VAULT_MASTER_KEYS;
const NEW = `2:${Buffer.alloc(32, 9).toString("base64")}`;

/** What is imported afterwards runs as in a process with these keys. */
async function restart(keys: string) {
  vi.stubEnv("VAULT_MASTER_KEYS", keys);
  vi.resetModules();
  await (await import("~/services/master-keys.server")).checkMasterKeys();
}

async function rewrap() {
  const { rewrapKeys } = await import("./rewrap-keys.server");
  const sums = [];
  for await (const sum of rewrapKeys()) sums.push(sum);
  return sums.at(-1);
}

const save = (id: string, content: Partial<typeof memories.$inferInsert>, tx: Pick<typeof db, "update"> = db) =>
  tx.update(memories).set(content).where(eq(memories.id, id));

const textsOf = (fields: Awaited<ReturnType<typeof sealedFields>>) =>
  fields.map(({ name, sealed, key, open }) => ({ name, sealed, text: open(sealed, key).toString() }));

const content = pictureBytes(200_000);
let before: ReturnType<typeof textsOf>;
let photo: { storageKey: string };
let filled: number;
let damaged: string[];
let changed: string;
let sum: Awaited<ReturnType<typeof rewrap>>;

beforeAll(async () => {
  await checkMasterKeys();
  await fillEveryTable();
  filled = 0;
  for (const table of [uploads, media, replyMedia, boardMedia]) filled += await db.$count(table);
  const { user } = await createUser({ vaultLimit: 3 });
  await save(await createLetter(user), ERASED);
  changed = await createLetter(user);
  before = textsOf(await sealedFields()).filter(({ name }) => !name.endsWith(changed));
  const [whole, cut] = [
    await createUploadedPhoto({ content, kind: "audio" }),
    await createUploadedPhoto({ kind: "audio" }),
  ];
  photo = whole.upload;
  await writeFile(join(home, "media", `${cut.upload.storageKey}.enc`), "not an encrypted file");
  // As an interrupted run leaves it.
  const stored = join(home, "media", photo.storageKey);
  await copyFile(`${stored}.enc`, `${stored}.0123456789abcdef.tmp`);
  const broken = await createLetter(user);
  await save(broken, { wrappedKey: Buffer.alloc(61, 1) });
  damaged = [`media file ${cut.upload.storageKey}`, `memories ${broken}`];
  const newer = encryptContent(changed, "For Mia", "Dear Mia, one thing more.");

  await restart(`${OLD},${NEW}`);
  // As a power failure and a retry after the restart leave it.
  const { createUploadedPhoto: upload } = await import("../../../tests/factories/upload");
  const retried = await upload({ kind: "audio" });
  await copyFile(`${stored}.enc`, join(home, "media", `${retried.upload.storageKey}.fedcba9876543210.tmp`));
  let rewrapping: ReturnType<typeof rewrap> | undefined;
  await inTransaction(async (tx) => {
    await save(changed, newer, tx);
    rewrapping = rewrap();
    await untilWaiting(changed, "update `memories` set `wrapped_key`");
  });
  sum = await rewrapping;
  await save(broken, ERASED);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await rm(home, { recursive: true, force: true });
});

onOneServer("names what is damaged, and does the rest", () => {
  expect(sum?.failed.toSorted()).toEqual(damaged.toSorted());
  expect(sum?.files).toBe(filled + 1);
});

onOneServer("removes the copies that interrupted runs and uploads left", async () => {
  const there = await readdir(join(home, "media"), { recursive: true });
  expect(there.filter((path) => path.endsWith(".tmp"))).toEqual([]);
});

onOneServer("leaves a letter to its next run that is saved meanwhile, by a process without the new key", async () => {
  expect(await rewrap()).toMatchObject({ rows: 1, files: 0 });
});

onOneServer("is refused where the media folder is another one, and so is retiring the key", async () => {
  const { retireMasterKey } = await import("./retire-master-key.server");
  const { markMediaFolder } = await import("~/services/media-store.server");
  await markMediaFolder();
  onTestFinished(() => deleteFact("media_folder_mark"));
  const folder = join(home, "media");
  await rename(folder, `${folder}-elsewhere`);
  await expect(rewrap()).rejects.toThrow("is not the one with this database's files");
  await expect(retireMasterKey(1)).rejects.toThrow("is not the one with this database's files");
  await rename(`${folder}-elsewhere`, folder);
});

onOneServer("makes the old key needless, and changes no ciphertext", async () => {
  const { retireMasterKey } = await import("./retire-master-key.server");
  expect(await retireMasterKey(1)).toEqual({ ok: true });
  await restart(NEW);
  const fields = await (await import("../../../tests/factories/ciphertexts")).sealedFields();
  const after = textsOf(fields);
  expect(after.filter(({ name }) => !name.endsWith(changed))).toEqual(before);
  const message = after.find(({ name }) => name === `memories.message_encrypted of ${changed}`);
  expect(message?.text).toBe("Dear Mia, one thing more.");
  const { readMedia } = await import("~/services/media-store.server");
  expect((await bytesOf(readMedia(photo.storageKey, { kind: "audio" }))).equals(content)).toBe(true);
});
