import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { db } from "~/services/db.server";
import { media, uploads } from "~db/schema";
import { createLetter } from "../../../tests/factories/letter";
import { createUploadedPhoto } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { setAltTexts } from "./alt-texts.server";
import { listFormFiles } from "./form-files.server";
import { ALT_TEXT_MAX_LENGTH } from "./media";

const legible = (rows: object[]) => rows.map((row) => Object.values(row).map(String).join(" ")).join("\n");

async function describedPhoto(altText: string) {
  const { user } = await createUser();
  const { owner, formId, upload } = await createUploadedPhoto();
  await setAltTexts(owner, formId, { [upload.id]: altText });
  return { user, owner, formId, id: upload.id };
}

const viewed = async (user: Awaited<ReturnType<typeof createUser>>["user"], vaultId: string) =>
  (await viewVault({ user }, vaultId))?.media;

it("a description is not legible in the database, in the form and in the vault", async () => {
  const { user, owner, formId, id } = await describedPhoto("Mia at the sea");
  expect(await listFormFiles(owner, formId)).toMatchObject([{ id, altText: "Mia at the sea" }]);
  expect(legible(await db.select().from(uploads).where(eq(uploads.id, id)))).not.toContain("Mia at");
  const vaultId = await createLetter(user, { formId, files: { owner, formId } });
  expect(await viewed(user, vaultId)).toMatchObject([{ id, altText: "Mia at the sea" }]);
  expect(legible(await db.select().from(media).where(eq(media.id, id)))).not.toContain("Mia at");
});

it("the longest description fits, whatever its script", async () => {
  for (const character of ["海", "🌊"]) {
    const altText = character.repeat(ALT_TEXT_MAX_LENGTH / character.length);
    const { user, owner, formId } = await describedPhoto(altText);
    const vaultId = await createLetter(user, { formId, files: { owner, formId } });
    expect(await viewed(user, vaultId)).toMatchObject([{ altText }]);
  }
});

it("a description that was removed leaves nothing, and needs no key", async () => {
  const { owner, formId, id } = await describedPhoto("Mia at the sea");
  await setAltTexts(owner, formId, { [id]: "" });
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  expect(row).toMatchObject({ altTextEncrypted: Buffer.alloc(0), wrappedKey: Buffer.alloc(0), masterKeyId: 0 });
});

it("a damaged description leaves its photo on view", async () => {
  const { user, owner, formId, id } = await describedPhoto("Mia at the sea");
  const vaultId = await createLetter(user, { formId, files: { owner, formId } });
  await db
    .update(media)
    .set({ altTextEncrypted: Buffer.from("damaged") })
    .where(eq(media.id, id));
  expect(await viewed(user, vaultId)).toMatchObject([{ id, altText: "" }]);
});
