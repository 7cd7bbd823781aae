import { createId } from "@paralleldrive/cuid2";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { listFormFiles } from "~/domain/media/form-files.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { loadDashboard } from "~/domain/overview/dashboard.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { readMedia } from "~/services/media-store.server";
import { memories, recipients, uploads } from "~db/schema";
import { createDraft, createLetter, draftInput, letterInput, storedVault } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser, reload } from "../../../tests/factories/user";
import { discardDraft, saveDraft } from "./draft.server";
import { draftVersionOf, versionField } from "./form-version.server";
import { scheduleVault } from "./schedule.server";
import { formOf } from "./vault-form-values.server";

const NOW = new Date("2030-06-10T08:00:00Z");
const A_WEEK_LATER = new Date("2030-06-17T08:00:00Z");

describe("a draft", () => {
  it("is listed on its owner's dashboard, takes no slot, and stays one however often its form is saved", async () => {
    const { user, sessionToken } = await createUser();
    const input = draftInput({ title: "Half a letter" });
    const id = await createDraft(user, input, NOW);
    const again = { ...input, title: "Half a page" };
    expect(await Promise.all([1, 2, 3].map(() => saveDraft(user, again, NOW)))).toEqual(
      Array(3).fill({ ok: true, id }),
    );
    const { drafts, vaults } = await loadDashboard(user, "pending", NOW);
    expect([drafts.map((vault) => vault.title), vaults]).toEqual([["Half a page"], []]);
    expect((await listTimeline(user, { search: "half" })).entries).toEqual([]);
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
  });

  it("keeps every field as typed, valid or not", async () => {
    const { user } = await createUser();
    const typed = {
      title: "",
      message: "Dear\n\nMia ",
      recipientName: "Mia",
      recipientEmail: "mia at",
      recipientPhone: "+49",
      secondEmail: "mia at home",
      backupName: "",
      backupEmail: "ben at",
      includesMessage: true,
      isToBeSealed: true,
      deliveryDate: "2020-02-29",
      deliveryHour: 23,
      deliveryZone: "Asia/Kathmandu",
    };
    const id = await createDraft(user, { ...typed, type: "photo" });
    const viewed = await viewVault({ user }, id);
    if (!viewed) throw new Error("There is no such draft.");
    expect(viewed.vault.type).toBe("photo");
    expect(await formOf(viewed.vault)).toEqual({
      ...typed,
      deliveryHour: "23",
      includesMessage: "on",
      isToBeSealed: "on",
      boardRecipients: [],
      closesOn: "",
      openedWith: "",
      isOpen: undefined,
      needsApproval: undefined,
    });
  });

  it("keeps the recipients of a board, including incomplete ones", async () => {
    const { user } = await createUser();
    const people = [{ name: "Tom" }, { email: "eva@" }];
    const id = await createDraft(user, { type: "memory-board", boardRecipients: people });
    const listed = await db
      .select()
      .from(recipients)
      .where(eq(recipients.vaultId, id))
      .orderBy(asc(recipients.position));
    expect(listed.map(({ name, email }) => [name, email])).toEqual([
      ["Tom", ""],
      ["", "eva@"],
    ]);
  });

  it("is a vault like any other once it is scheduled", async () => {
    const { user, sessionToken } = await createUser();
    const id = await createDraft(user);
    expect(await scheduleVault(user, letterInput({ title: "A whole letter", draftId: id }), NOW)).toEqual({
      ok: true,
      id,
    });
    expect(await storedVault(id)).toMatchObject({ state: "scheduled", list: "pending" });
    expect((await listTimeline(user, { search: "whole" })).entries).toHaveLength(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("of a board is saved and scheduled by more requests at once than there are connections", async () => {
    const { user } = await createUser();
    const form = { type: "memory-board" as const, formId: createId(), version: versionField() };
    const input = letterInput({ ...form, boardRecipients: [{ name: "Mia", email: "mia@example.net" }] });
    const id = await createDraft(user, { ...input, altTexts: {} });
    const saves = Array.from({ length: 30 }, () => saveDraft(user, { ...input, altTexts: {} }, NOW));
    expect(await Promise.all(saves)).toEqual(saves.map(() => ({ ok: true, id })));
    const schedules = Array.from({ length: 30 }, () => scheduleVault(user, { ...input, draftId: id }, NOW));
    expect(await Promise.all(schedules)).toEqual(schedules.map(() => ({ ok: true, id })));
  });

  it("is scheduled once by ten concurrent requests, even into the last slot", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 1 });
    const id = await createDraft(user);
    const input = letterInput({ draftId: id });
    const results = await Promise.all(Array.from({ length: 10 }, () => scheduleVault(user, input, NOW)));
    expect(results).toEqual(Array(10).fill({ ok: true, id }));
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("is updated by a form whose draft another request has scheduled", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 5 });
    const id = await createDraft(user);
    const titles = ["For Mia", "For Tom"];
    const inputs = titles.map((title) => letterInput({ title, draftId: id }));
    const results = await Promise.all(inputs.map((input) => scheduleVault(user, input, NOW)));
    expect(results).toEqual(Array(2).fill({ ok: true, id }));
    expect(titles).toContain((await viewVault({ user }, id))?.vault.title);
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("becomes the vault when its form is scheduled, and later saves of the form are refused", async () => {
    const { user, sessionToken } = await createUser({ vaultLimit: 5 });
    const input = letterInput({ type: "future-self" });
    const id = await createDraft(user, { formId: input.formId });
    expect(await scheduleVault(user, input, NOW)).toEqual({ ok: true, id });
    expect(await scheduleVault(user, input, NOW)).toEqual({ ok: true, id });
    expect(await storedVault(id)).toMatchObject({
      state: "scheduled",
      type: "future-self",
      recipientEmail: user.email,
    });
    const late = await saveDraft(user, draftInput({ formId: input.formId }));
    expect(late).toEqual({ ok: false, reason: "not_editable" });
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(1);
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("is never left behind when it is saved and scheduled at the same time", async () => {
    const { user } = await createUser({ vaultLimit: 20 });
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const input = letterInput();
        const keep = () => saveDraft(user, draftInput({ formId: input.formId }), NOW);
        await Promise.all([keep(), scheduleVault(user, input, NOW), keep()]);
      }),
    );
    const states = await db.select({ state: memories.state }).from(memories).where(eq(memories.userId, user.id));
    expect(states.map(({ state }) => state)).toEqual(Array(10).fill("scheduled"));
  });

  it("stays a draft when there is no slot, and for another user", async () => {
    const { user } = await createUser({ vaultLimit: 1 });
    const { user: stranger } = await createUser();
    const id = await createDraft(user);
    expect(await scheduleVault(stranger, letterInput({ draftId: id }), NOW)).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(await discardDraft(stranger, id)).toBe(false);
    await createLetter(user);
    expect(await scheduleVault(user, letterInput({ draftId: id }), NOW)).toEqual({ ok: false, reason: "vault_limit" });
    expect((await storedVault(id)).state).toBe("draft");
  });
});

describe("a draft in two windows", () => {
  const versionOfPage = async (id: string) => {
    const draft = await storedVault(id);
    return versionField(draftVersionOf(await formOf({ ...draft, ...decryptContent(draft) })));
  };
  const inNextSave = (version: string) => `${version} ${createId().slice(0, 6)}`;
  const messageOf = async (id: string) => decryptContent(await storedVault(id)).message;

  it("is saved by one of them as often as it likes, and not overwritten by the other", async () => {
    const { user } = await createUser();
    const input = draftInput();
    const first = versionField();
    const id = await createDraft(user, { ...input, version: first });
    const other = await versionOfPage(id);
    const save = (message: string, version: string) => saveDraft(user, { ...input, message, version });
    const second = inNextSave(first);
    expect(await save("Dear Mia", second)).toEqual({ ok: true, id });
    // Although the answers to both saves may have been lost.
    expect(await save("Dear Mia, so far", inNextSave(second))).toEqual({ ok: true, id });
    expect(await save("Dear M", second), "late").toMatchObject({ reason: "changed_elsewhere" });
    const refused = await save("Dear Tom", other);
    expect(refused).toMatchObject({ reason: "changed_elsewhere" });
    expect(await messageOf(id)).toBe("Dear Mia, so far");

    const version = refused.ok ? "" : (refused.version ?? "");
    expect(await save("Dear Tom", version)).toEqual({ ok: true, id });
    expect(await save("Dear Mia, so far so good", inNextSave(inNextSave(second)))).toMatchObject({
      reason: "changed_elsewhere",
    });
    expect(await messageOf(id)).toBe("Dear Tom");
    expect(await saveDraft(user, { ...input, message: "Without a version" })).toEqual({ ok: true, id });
    expect(await save("Dear Tom, again", inNextSave(version))).toMatchObject({ reason: "changed_elsewhere" });
  });

  it("is refused when a page goes back and saves an older state, without script too", async () => {
    const { user } = await createUser();
    const input = { ...draftInput(), version: versionField() };
    const id = await createDraft(user, input);
    const other = await versionOfPage(id);
    expect(await saveDraft(user, { ...input, message: "Back, and on" })).toEqual({ ok: true, id });
    const refused = await saveDraft(user, { ...input, message: "Forward", version: other });
    expect(refused).toMatchObject({ reason: "changed_elsewhere" });
    expect(await messageOf(id)).toBe("Back, and on");
  });

  it("is not scheduled as an old page has it", async () => {
    const { user, sessionToken } = await createUser();
    const input = draftInput({ version: versionField() });
    const id = await createDraft(user, input);
    const old = letterInput({ draftId: id, message: "Old", version: await versionOfPage(id) });
    await saveDraft(user, { ...input, message: "New" });
    const refused = await scheduleVault(user, old, NOW);
    expect(refused).toMatchObject({ reason: "changed_elsewhere" });
    expect([(await storedVault(id)).state, await messageOf(id)]).toEqual(["draft", "New"]);
    expect((await reload(sessionToken)).vaultsUsed).toBe(0);
    const version = refused.ok ? "" : refused.version;
    expect(await scheduleVault(user, { ...old, version }, NOW)).toEqual({ ok: true, id });
    expect(await messageOf(id)).toBe("Old");
  });
});

describe("the files of a draft", () => {
  it("are attached when it is saved with them, and kept when it is scheduled", async () => {
    const { user } = await createUser();
    const owner = uploadOwner({ userId: user.id });
    const formId = createId();
    const upload = await createUpload(owner, formId);
    const files = { owner, formId };
    const id = await createDraft(user, { formId, files });
    expect((await viewVault({ user }, id))?.media).toMatchObject([{ id: upload.id }]);
    expect(await scheduleVault(user, letterInput({ formId, message: "", files }), NOW)).toEqual({ ok: true, id });
    expect((await viewVault({ user }, id))?.media).toMatchObject([{ id: upload.id }]);
  });

  it("are kept as long as the draft while they stay with the form", async () => {
    const { user } = await createUser();
    const owner = uploadOwner({ userId: user.id });
    const formId = createId();
    const old = { updatedAt: NOW };
    await createUpload(owner, formId, old);
    const abandoned = createId();
    await createUpload(owner, abandoned, old);
    const id = await createDraft(user, { formId });
    while ((await sweepUploads(A_WEEK_LATER)).isFull);
    expect(await listFormFiles(owner, formId)).toHaveLength(1);
    expect(await listFormFiles(owner, abandoned)).toHaveLength(0);
    expect(await discardDraft(user, id)).toBe(true);
    expect(await listFormFiles(owner, formId)).toHaveLength(0);
  });

  it("are deleted with it, from the media store too", async () => {
    const { user } = await createUser();
    const owner = uploadOwner({ userId: user.id });
    const formId = createId();
    const saved = await createUpload(owner, formId);
    const id = await createDraft(user, { formId, files: { owner, formId } });
    const late = await createUpload(owner, formId);
    expect(await discardDraft(user, id)).toBe(true);
    expect(await discardDraft(user, id)).toBe(false);
    expect(await db.$count(memories, eq(memories.id, id))).toBe(0);
    expect(await db.$count(uploads, eq(uploads.formId, formId))).toBe(0);
    for (const { storageKey } of [saved, late])
      await expect(readMedia(storageKey, { kind: "photo" })).rejects.toThrow("no file");
  });

  it("over the limit are refused, and nothing is saved", async () => {
    const { user } = await createUser();
    const owner = uploadOwner({ userId: user.id });
    const formId = createId();
    for (const kind of ["photo", "audio"] as const) await createUpload(owner, formId, { kind });
    const input = letterInput({ formId, files: { owner, formId } });
    expect(await scheduleVault(user, input, NOW)).toMatchObject({
      ok: false,
      reason: "file_limit",
      file: { kind: "audio" },
    });
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(0);
  });
});

it("refuses a vault with neither a message nor a file", async () => {
  const { user, sessionToken } = await createUser();
  const owner = uploadOwner({ userId: user.id });
  const input = letterInput({ message: " ", files: { owner, formId: createId() } });
  expect(await scheduleVault(user, input, NOW)).toEqual({ ok: false, reason: "no_content" });
  expect((await reload(sessionToken)).vaultsUsed).toBe(0);
});
