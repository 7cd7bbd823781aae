import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { viewMedia } from "~/domain/access/view-media.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { claimVisitorDraft, saveVisitorDraft } from "~/domain/visitor-draft/visitor-draft.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { MediaDamaged } from "~/services/media-store.server";
import * as schema from "~db/schema";
import { fillEveryTable, nameOf, type SealedField, sealedColumns, sealedFields } from "./factories/ciphertexts";
import { createDraft, createLetter, storedVault } from "./factories/letter";
import { createUpload } from "./factories/upload";
import { createUser } from "./factories/user";
import { visitorDraft } from "./factories/visitor-draft";

describe("a stored ciphertext", () => {
  let fields: SealedField[] = [];
  beforeAll(async () => {
    await fillEveryTable();
    fields = await sealedFields();
  });

  it("is there in every encrypted column, and opens in its place", () => {
    for (const column of sealedColumns)
      expect(fields.filter(({ name }) => name.startsWith(`${nameOf(column)} `)).length, nameOf(column)).toBeGreaterThan(
        1,
      );
    for (const { name, sealed, key, open } of fields) expect(open(sealed, key).length, name).toBeGreaterThan(0);
  });

  it("opens in no other row or column, with its own key or the one there", () => {
    const anyField = () => fc.integer({ min: 0, max: fields.length - 1 }).map((index) => fields[index] as SealedField);
    fc.assert(
      fc.property(anyField(), anyField(), (here, there) => {
        fc.pre(here !== there);
        expect(() => there.open(here.sealed, here.key)).toThrow();
        expect(() => there.open(here.sealed, there.key)).toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("someone else's letter", () => {
  it("cannot be read through one's own draft", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    const sealed = await createLetter(ada.user, { message: "Only for Mia." });
    await sealVault(ada.user, sealed);
    const draft = await createDraft(eve.user);
    const { titleEncrypted, messageEncrypted, wrappedKey, masterKeyId } = await storedVault(sealed);
    await db
      .update(schema.memories)
      .set({ titleEncrypted, messageEncrypted, wrappedKey, masterKeyId })
      .where(eq(schema.memories.id, draft));
    await expect(viewVault({ user: eve.user }, draft)).rejects.toThrow();
  });

  it("shows its photo through no vault, reply or form of one's own", async () => {
    const [ada, eve] = [await createUser({ vaultLimit: 2 }), await createUser({ vaultLimit: 2 })];
    const photo = async ({ user }: typeof ada) => {
      const [formId, owner] = [createId(), uploadOwner({ userId: user.id })];
      const { id } = await createUpload(owner, formId);
      const vaultId = await createLetter(user, { formId, files: { owner, formId } });
      expect((await viewMedia({ user }, id))?.vaultId).toBe(vaultId);
      return id;
    };
    const [adas, eves] = [await photo(ada), await photo(eve)];
    const [row] = await db.select().from(schema.media).where(eq(schema.media.id, adas));
    const { storageKey = "", storageProof = "" } = row ?? {};
    await db.update(schema.media).set({ storageKey, storageProof }).where(eq(schema.media.id, eves));
    await expect(viewMedia({ user: eve.user }, eves)).rejects.toThrow(MediaDamaged);

    const [formId, owner] = [createId(), uploadOwner({ userId: eve.user.id })];
    const { id } = await createUpload(owner, formId);
    await db.update(schema.uploads).set({ storageKey, storageProof }).where(eq(schema.uploads.id, id));
    await expect(createLetter(eve.user, { formId, files: { owner, formId } })).rejects.toThrow(MediaDamaged);
  });

  it("cannot be read through a visitor's draft, however it was handed over", async () => {
    const [adas, eves] = [await saveVisitorDraft(visitorDraft(), []), await saveVisitorDraft(visitorDraft(), [])];
    if (!adas.ok || !eves.ok) throw new Error("not saved");
    const user = await createUser();
    const claimed = await claimVisitorDraft(adas.token, user.user.id);
    const { visitorDrafts } = schema;
    const [row] = await db
      .select()
      .from(visitorDrafts)
      .where(eq(visitorDrafts.tokenHash, claimed?.claim ?? ""));
    if (!row) throw new Error("not claimed");
    const { contentEncrypted, wrappedKey, masterKeyId } = row;
    await db.update(visitorDrafts).set({ contentEncrypted, wrappedKey, masterKeyId });
    await expect(claimVisitorDraft(eves.token, createId())).rejects.toThrow();
    expect((await claimVisitorDraft(adas.token, user.user.id))?.formId).toBe(claimed?.formId);
  });
});
