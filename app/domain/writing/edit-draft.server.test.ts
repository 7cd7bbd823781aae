import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours } from "date-fns";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listFormFiles } from "~/domain/media/form-files.server";
import type { FileChanges } from "~/domain/media/media";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { editDrafts, memories } from "~db/schema";
import { createLetter, DUE_AT, letterInput, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { discardEditDraft, type EditDraft, findEditDraft, saveEditDraft, versionsOf } from "./edit-draft.server";
import type { FormValues } from "./form-values";
import { versionField } from "./form-version.server";
import { keepForgottenChanges, keepLateChanges } from "./late-changes.server";
import { updateVault } from "./schedule.server";
import { cancelVault, sealVault } from "./seal-or-cancel.server";
import { formOf } from "./vault-form-values.server";

const NOW = addHours(WRITTEN_AT, 1);
const count = (id: string) => db.$count(editDrafts, eq(editDrafts.vaultId, id));

async function viewOwn(user: User, id: string) {
  const viewed = await viewVault({ user }, id, NOW);
  if (!viewed) throw new Error("There is no such vault.");
  return viewed;
}

async function change(
  user: User,
  id: string,
  typed: Partial<FormValues>,
  formId = createId(),
  files: FileChanges = { altTexts: {}, removed: [] },
): Promise<EditDraft> {
  const values = { ...(await formOf((await viewOwn(user, id)).vault)), ...typed };
  expect(await saveEditDraft(user, id, { formId, values, ...files }, NOW)).toEqual({ ok: true, id });
  return { formId, values, ...files, save: expect.anything(), savedAt: NOW };
}

describe("changes to a scheduled vault that are not saved", () => {
  it("are kept as typed, encrypted, and leave the vault as it is", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Dear Mia" });
    const before = await storedVault(id);
    await change(user, id, { message: "Dear" });
    const changes = await change(user, id, { message: "Dear Mia, one thing more", recipientEmail: "mia at" });
    expect(await findEditDraft(id)).toEqual(changes);
    expect((await viewOwn(user, id)).hasEditDraft).toBe(true);
    expect(await storedVault(id)).toEqual(before);
    const [row] = await db.select().from(editDrafts).where(eq(editDrafts.vaultId, id));
    expect(row?.contentEncrypted.includes("one thing more")).toBe(false);
  });

  it("are forgotten when they are taken back", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Dear\nMia" });
    await change(user, id, { title: "Another" });
    await change(user, id, { message: "Dear\r\nMia" });
    expect(await count(id)).toBe(0);
  });

  it.each([
    ["updating", (user: User, id: string) => updateVault(user, id, letterInput({ title: "Changed" }), NOW)],
    ["sealing", (user: User, id: string) => sealVault(user, id, NOW)],
    ["cancelling", (user: User, id: string) => cancelVault(user, id, NOW)],
  ])("are gone after %s it", async (_, close) => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await change(user, id, { message: "Dear Mia, one thing more" });
    expect(await close(user, id)).toEqual({ ok: true, id });
    expect(await count(id)).toBe(0);
  });

  // A transaction that waited for a second connection would wait for those that wait for its lock.
  it("are saved by more requests at once than there are connections, also those of a board", async () => {
    const { user } = await createUser();
    const boardRecipients = [{ name: "Mia", email: "mia@example.net" }];
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    const { vault } = await viewOwn(user, id);
    const stored = await formOf(vault);
    const opened = { formId: createId(), version: versionField(...versionsOf(stored, undefined)) };
    const saves = Array.from({ length: 30 }, (_, index) =>
      saveEditDraft(user, id, { ...opened, values: { ...stored, message: `Dear ${index}` } }, NOW),
    );
    expect(new Set((await Promise.all(saves)).map(({ ok }) => ok))).toEqual(new Set([true]));
  });

  it("belong to its owner alone", async () => {
    const [{ user: ada }, { user: eve }] = [await createUser(), await createUser()];
    const id = await createLetter(ada);
    const { values, formId } = await change(ada, id, { message: "Only for Mia" });
    expect(await saveEditDraft(eve, id, { values, formId }, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(await discardEditDraft(eve, id)).toBe(false);
    expect(await discardEditDraft(ada, id)).toBe(true);
    expect(await count(id)).toBe(0);
  });

  it("keep the files that were added, until they are discarded", async () => {
    const { user } = await createUser();
    const [id, formId, owner] = [await createLetter(user), createId(), uploadOwner({ userId: user.id })];
    await createUpload(owner, formId);
    await change(user, id, {}, formId);
    await sweepUploads(addDays(new Date(), 7));
    expect(await listFormFiles(owner, formId)).toHaveLength(1);
    await discardEditDraft(user, id);
    expect(await listFormFiles(owner, formId)).toEqual([]);
  });

  it("keep new descriptions of its files and which ones are to be removed, until they are taken back", async () => {
    const { user } = await createUser();
    const [formId, owner] = [createId(), uploadOwner({ userId: user.id })];
    const [sea, oven] = [await createUpload(owner, formId, { altText: "The sea" }), await createUpload(owner, formId)];
    const id = await createLetter(user, { type: "future-self", formId, files: { owner, formId } });
    const changes = { altTexts: { [sea.id]: "The sea at night" }, removed: [oven.id] };
    expect(await findEditDraft(id)).toBeUndefined();
    const kept = await change(user, id, {}, formId, changes);
    expect(await findEditDraft(id)).toEqual(kept);
    expect((await viewOwn(user, id)).media).toMatchObject([{ altText: "The sea" }, { id: oven.id }]);
    await change(user, id, {}, formId, { altTexts: { [sea.id]: "The sea" }, removed: ["unknown"] });
    expect(await count(id)).toBe(0);
  });

  it("do not hold up the delivery, and become the draft of a new vault", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: "Dear Mia" });
    const { values } = await change(user, id, { title: "Too late", message: "Dear Mia, one thing more" });
    await deliverVault(id, DUE_AT);
    expect((await storedVault(id)).state).toBe("delivering");
    expect(await saveEditDraft(user, id, { formId: createId(), values }, DUE_AT)).toEqual({
      ok: false,
      reason: "not_editable",
    });
    const { vault: delivered } = await viewOwn(user, id);
    const [draftId, again] = [await keepLateChanges(user, delivered), await keepLateChanges(user, delivered)];
    expect(again).toBeUndefined();
    const { vault } = await viewOwn(user, draftId ?? "");
    expect(vault).toMatchObject({ state: "draft", title: "Too late", message: "Dear Mia, one thing more" });
    expect(await count(id)).toBe(0);
  });

  it("that came too late become a draft 30 days after the day, if their owner never answers", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const [waiting, late] = [await createLetter(user), await createLetter(user)];
    for (const id of [waiting, late]) await change(user, id, { title: `Changed ${id}` });
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, late));
    await keepForgottenChanges(addDays(DUE_AT, 29));
    expect(await count(late)).toBe(1);
    await keepForgottenChanges(addDays(DUE_AT, 31));
    expect([await count(waiting), await count(late)]).toEqual([1, 0]);
    const drafts = await db
      .select()
      .from(memories)
      .where(and(eq(memories.userId, user.id), eq(memories.state, "draft")));
    expect(drafts.map((row) => decryptContent(row).title)).toEqual([`Changed ${late}`]);
  });

  describe("in two windows", () => {
    const UNCHANGED = letterInput();
    const open = async (user: User, id: string, formId = createId()) => {
      const { vault } = await viewOwn(user, id);
      const values = await formOf(vault);
      return { formId, values, version: versionField(...versionsOf(values, await findEditDraft(id))) };
    };
    const update = (user: User, id: string, form: Awaited<ReturnType<typeof open>>, message: string) =>
      updateVault(
        user,
        id,
        letterInput({ title: form.values.title, message, version: form.version, files: filesOf(user, form.formId) }),
        NOW,
      );
    const updateUnchanged = (user: User, id: string, { formId, version }: Awaited<ReturnType<typeof open>>) =>
      updateVault(user, id, { ...UNCHANGED, version, files: filesOf(user, formId) }, NOW);
    const filesOf = (user: User, formId: string) => ({ owner: uploadOwner({ userId: user.id }), formId });

    it("are not stored by a late autosave of the form that was saved, or of another one", async () => {
      const { user } = await createUser();
      const id = await createLetter(user);
      const [one, other] = [await open(user, id), await open(user, id)];
      const typed = { ...one, values: { ...one.values, message: "Dear Mia, so f" } };
      expect(await saveEditDraft(user, id, typed, NOW)).toMatchObject({ ok: true });
      expect(await update(user, id, one, "Dear Mia, so far so good")).toMatchObject({ ok: true });
      for (const late of [typed, { ...other, values: { ...other.values, title: "Old" } }]) {
        expect(await saveEditDraft(user, id, late, NOW)).toMatchObject({ ok: false, reason: "changed_elsewhere" });
      }
      expect(await count(id)).toBe(0);
    });

    it("replace what was saved in the other one only when they are sent again", async () => {
      const { user } = await createUser();
      const id = await createLetter(user);
      const [one, other] = [await open(user, id), await open(user, id)];
      await update(user, id, one, "From one window");
      const refused = await update(user, id, other, "From the other");
      expect(refused).toMatchObject({ ok: false, reason: "changed_elsewhere" });
      expect((await viewOwn(user, id)).vault.message).toBe("From one window");
      const version = refused.ok ? "" : (refused.version ?? "");
      expect(await update(user, id, { ...other, version }, "From the other")).toMatchObject({ ok: true });
      expect((await viewOwn(user, id)).vault.message).toBe("From the other");
    });

    it("are not replaced or forgotten by a form that was opened before them", async () => {
      const { user } = await createUser();
      const id = await createLetter(user);
      const [early, one] = [await open(user, id), await open(user, id)];
      const typed = { ...one, values: { ...one.values, message: "On the phone" } };
      await saveEditDraft(user, id, typed, NOW);
      expect(await update(user, id, early, "On the laptop")).toMatchObject({ reason: "changed_elsewhere" });
      const late = { ...early, values: { ...early.values, message: "On the laptop" } };
      expect(await saveEditDraft(user, id, late, NOW)).toMatchObject({ reason: "changed_elsewhere" });
      expect((await findEditDraft(id))?.values.message).toBe("On the phone");
    });

    it("are not forgotten by an old form that changes nothing", async () => {
      const { user } = await createUser();
      const id = await createLetter(user, UNCHANGED);
      const [early, one] = [await open(user, id), await open(user, id)];
      await saveEditDraft(user, id, { ...one, values: { ...one.values, message: "On the phone" } }, NOW);
      expect(await updateUnchanged(user, id, early)).toEqual({ ok: true, id });
      expect((await findEditDraft(id))?.values.message).toBe("On the phone");
      expect(await updateUnchanged(user, id, one)).toEqual({ ok: true, id });
      expect(await count(id)).toBe(0);
    });

    it("are not replaced or forgotten by another form that shows an earlier state of them", async () => {
      const { user } = await createUser();
      const id = await createLetter(user, UNCHANGED);
      const { formId, values } = await change(user, id, { message: "First" });
      const [early, one] = [await open(user, id, formId), await open(user, id, formId)];
      const save = (form: typeof one, message: string) =>
        saveEditDraft(user, id, { ...form, values: { ...values, message } }, NOW);
      expect(await save(one, "On the phone")).toEqual({ ok: true, id });
      const refused = await save(early, "On the laptop");
      expect(refused).toMatchObject({ reason: "changed_elsewhere" });
      expect(await updateUnchanged(user, id, early)).toEqual({ ok: true, id });
      expect((await findEditDraft(id))?.values.message).toBe("On the phone");
      expect(await save(one, UNCHANGED.message), "back to what the vault says").toEqual({ ok: true, id });
      expect(await count(id)).toBe(0);
      expect(await save(one, "On the phone again")).toEqual({ ok: true, id });
      const version = refused.ok ? "" : (refused.version ?? "");
      expect(await save({ ...early, version }, "On the laptop")).toMatchObject({ reason: "changed_elsewhere" });
      expect((await findEditDraft(id))?.values.message).toBe("On the phone again");
    });

    it("are one update when the same form is sent twice", async () => {
      const { user } = await createUser();
      const id = await createLetter(user);
      const form = await open(user, id);
      const input = { ...letterInput({ title: "Twice" }), version: form.version, files: filesOf(user, form.formId) };
      const both = await Promise.all([updateVault(user, id, input, NOW), updateVault(user, id, input, NOW)]);
      expect(both).toEqual([
        { ok: true, id },
        { ok: true, id },
      ]);
    });
  });
});
