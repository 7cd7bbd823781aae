import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes, subMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listFormFiles } from "~/domain/media/form-files.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { discardDraft, saveDraft } from "~/domain/writing/draft.server";
import type { FormValues } from "~/domain/writing/form-values";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { media, memories, uploads, visitorDrafts } from "~db/schema";
import { createDraft, createLetter, DUE_AT, draftInput, letterInput } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { formValues, noLimit, visitorDraft } from "../../../tests/factories/visitor-draft";
import { handOver, handOverDrafts } from "./hand-over.server";
import {
  claimVisitorDraft,
  saveVisitorDraft,
  VISITOR_DRAFT_DAYS,
  type VisitorDraftInput,
} from "./visitor-draft.server";

async function keep(overrides: Partial<VisitorDraftInput> = {}, values: Partial<FormValues> = {}) {
  const draft = visitorDraft({ isSubmitted: true, values: formValues(values), ...overrides });
  const kept = await saveVisitorDraft(draft, []);
  if (!kept.ok) throw new Error(kept.reason);
  return { ...draft, token: kept.token };
}
const written = (draft: VisitorDraftInput, savedAt = new Date()) => ({ ...draft, isSubmitted: true, savedAt });
const vaultsOf = (userId: string) => db.select().from(memories).where(eq(memories.userId, userId));

describe("after signing in", () => {
  it("schedules what was submitted, with its text and files", async () => {
    const { user } = await createUser();
    const draft = await keep();
    const photo = await createUpload(draft.uploadOwner, draft.formId);
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toEqual({ state: "scheduled", id: expect.any(String), isToBeSealed: false });
    const viewed = await viewVault({ user }, result?.id ?? "");
    expect(viewed?.vault).toMatchObject({ state: "scheduled", recipientEmail: "mia@example.net" });
    expect(viewed?.vault.title).toBe(draft.values.title);
    expect(
      await db
        .select({ id: media.id })
        .from(media)
        .where(eq(media.vaultId, result?.id ?? "")),
    ).toEqual([{ id: photo.id }]);
    expect(await db.$count(uploads, eq(uploads.formId, draft.formId))).toBe(0);
  });

  it("keeps a board as a draft whose last day for pieces has passed", async () => {
    const { user } = await createUser();
    const draft = await keep({ type: "memory-board" }, { closesOn: "2020-01-01" });
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toMatchObject({ state: "draft", because: "last_day" });
  });

  it("keeps as a draft, with all its files beside it, what has more of them than its type may have", async () => {
    const { user } = await createUser();
    const draft = await keep();
    const files = [
      await createUpload(draft.uploadOwner, draft.formId, { fileName: "mia.jpg" }),
      await createUpload(draft.uploadOwner, draft.formId, { fileName: "leo.jpg", position: 1 }),
    ];
    const other = await keep();
    expect(await handOverDrafts(user.id, [draft.token, other.token], noLimit)).toMatchObject([
      { state: "draft", because: "file_limit" },
      { state: "scheduled" },
    ]);
    await sweepUploads(addDays(new Date(), 2));
    const form = await listFormFiles(uploadOwner({ userId: user.id }), draft.formId);
    expect(form.map(({ id, state }) => ({ id, state }))).toEqual(files.map(({ id }) => ({ id, state: "ready" })));
  });

  it("schedules a file without a message", async () => {
    const { user } = await createUser();
    const draft = await keep({}, { message: "" });
    await createUpload(draft.uploadOwner, draft.formId);
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toMatchObject([{ state: "scheduled" }]);
  });

  it("schedules it also with the files of an account whose storage is full", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const formId = createId();
    await createUpload(uploadOwner({ userId: user.id }), formId);
    const full = await saveDraft(
      user,
      draftInput({ formId, files: { owner: uploadOwner({ userId: user.id }), formId } }),
    );
    await db
      .update(media)
      .set({ bytes: 20 * 1024 ** 3 })
      .where(eq(media.vaultId, full.ok ? full.id : ""));
    const draft = await keep();
    await createUpload(draft.uploadOwner, draft.formId);
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toMatchObject({ state: "scheduled" });
    expect(await db.$count(media, eq(media.vaultId, result?.id ?? ""))).toBe(1);
  });

  it("keeps as a draft what has a file that arrived only in part", async () => {
    const { user } = await createUser();
    const draft = await keep();
    await createUpload(draft.uploadOwner, draft.formId);
    const part = await createUpload(draft.uploadOwner, draft.formId, { state: "receiving", receivedBytes: 1 });
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toMatchObject({ state: "draft", because: "incomplete" });
    const left = await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.formId, draft.formId));
    expect(left).toEqual([{ id: part.id }]);
  });

  it("turns what was only saved into a draft, with its files", async () => {
    const { user } = await createUser();
    const draft = await keep({ isSubmitted: false }, { title: "", recipientEmail: "mia at" });
    await createUpload(draft.uploadOwner, draft.formId);
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toEqual({ state: "draft", id: expect.any(String) });
    expect(await vaultsOf(user.id)).toMatchObject([{ state: "draft", recipientEmail: "mia at" }]);
    expect(await db.$count(media, eq(media.vaultId, result?.id ?? ""))).toBe(1);
  });

  it("lets the page that wrote a draft go on saving, and no older one", async () => {
    const { user } = await createUser();
    const draft = await keep({ isSubmitted: false, version: "first" });
    await handOverDrafts(user.id, [draft.token], noLimit);
    const save = (version: string) => saveDraft(user, draftInput({ formId: draft.formId, version }));
    expect(await save("older")).toMatchObject({ ok: false, reason: "changed_elsewhere" });
    expect(await save("first second")).toMatchObject({ ok: true });
  });

  it("keeps the recipients of a board, and addresses a message to the future self to the account", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const people = [{ name: "Mia", email: "mia@example.net" }];
    const board = await keep({ type: "memory-board" }, { recipientEmail: "", boardRecipients: people });
    const self = await keep({ type: "future-self" }, { recipientEmail: "", isToBeSealed: "on" });
    const results = await handOverDrafts(user.id, [board.token, self.token], noLimit);
    expect(results).toMatchObject([{ state: "scheduled" }, { state: "scheduled", isToBeSealed: true }]);
    const rows = await vaultsOf(user.id);
    expect(rows.find(({ isFutureSelf }) => isFutureSelf)).toMatchObject({ recipientEmail: user.email });
  });

  it.each([
    ["the limit is reached", {}, "vault_limit"],
    ["the day has passed meanwhile", { deliveryDate: "2020-02-29" }, "date"],
    ["the account has a waiting vault of that title", { title: "Taken" }, "duplicate_title"],
  ] as const)("makes a draft when %s, and returns the reason", async (_, values, because) => {
    const { user } = await createUser({ vaultLimit: because === "duplicate_title" ? 2 : 1 });
    await createLetter(user, letterInput({ title: "Taken" }));
    const draft = await keep({}, values);
    await createUpload(draft.uploadOwner, draft.formId);
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(result).toEqual({ state: "draft", id: expect.any(String), because });
    expect(await db.$count(media, eq(media.vaultId, result?.id ?? ""))).toBe(1);
    expect((await vaultsOf(user.id)).map(({ state }) => state).sort()).toEqual(["draft", "scheduled"]);
  });

  it("makes one vault when several windows sign in at once", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const draft = await keep();
    await createUpload(draft.uploadOwner, draft.formId);
    const all = await Promise.all(Array.from({ length: 8 }, () => handOverDrafts(user.id, [draft.token], noLimit)));
    expect(new Set(all.flat().map(({ id }) => id)).size).toBe(1);
    expect(all.flat().every(({ state }) => state === "scheduled")).toBe(true);
    expect(await vaultsOf(user.id)).toMatchObject([{ state: "scheduled" }]);
  });

  it("returns the same reason to several windows that sign in at once", async () => {
    const { user } = await createUser({ vaultLimit: 1 });
    await createLetter(user);
    const draft = await keep();
    const all = await Promise.all(Array.from({ length: 8 }, () => handOverDrafts(user.id, [draft.token], noLimit)));
    expect(new Set(all.flat().map((one) => one.state === "draft" && one.because))).toEqual(new Set(["vault_limit"]));
  });

  it("makes one vault when windows sign in to different accounts at once", async () => {
    const users = await Promise.all([createUser(), createUser(), createUser()]);
    const draft = await keep();
    await Promise.all(users.map(({ user }) => handOverDrafts(user.id, [draft.token], noLimit)));
    expect(await db.$count(memories, eq(memories.formId, draft.formId))).toBe(1);
  });

  it("resumes after the draft was claimed", async () => {
    const { user } = await createUser();
    const draft = await keep();
    await createUpload(draft.uploadOwner, draft.formId);
    await claimVisitorDraft(draft.token, user.id);
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toMatchObject([{ state: "scheduled" }]);
    expect(await db.$count(uploads, eq(uploads.formId, draft.formId))).toBe(0);
  });

  it("resumes after the vault was scheduled", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const draft = await keep();
    const claimed = await claimVisitorDraft(draft.token, user.id);
    const first = await handOver(user, written(draft), noLimit);
    expect(claimed).toBeDefined();
    for (const _ of ["resumed", "repeated"]) {
      expect(await handOverDrafts(user.id, [draft.token], noLimit)).toEqual([{ ...first, isKnown: true }]);
    }
    const later = new Date(Date.now() + 61_000);
    expect(await handOverDrafts(user.id, [draft.token], noLimit, later)).toEqual([]);
    expect(await vaultsOf(user.id)).toHaveLength(1);
  });

  it("does not bring back a cancelled vault", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const memory = written(visitorDraft());
    const first = await handOver(user, memory, noLimit);
    await cancelVault(user, first?.id ?? "");
    await handOver(user, memory, noLimit);
    expect(await vaultsOf(user.id)).toMatchObject([{ state: "cancelled" }]);
  });

  it("gives nothing to a second account", async () => {
    const [first, second] = [await createUser(), await createUser()];
    const memory = written(visitorDraft());
    await handOver(first.user, memory, noLimit);
    expect(await handOver(second.user, memory, noLimit)).toBeUndefined();
    expect(await vaultsOf(second.user.id)).toEqual([]);
  });

  describe("what was written after the session of its account ended", () => {
    const minutesAgo = (minutes: number) => subMinutes(new Date(), minutes);
    const textOf = async (user: User, id = "") => (await viewVault({ user }, id))?.vault.message;

    /** An account's draft, saved ten minutes ago, with a photo on its way. */
    async function begun() {
      const { user } = await createUser({ vaultLimit: 3 });
      const formId = createId();
      await createUpload(uploadOwner({ userId: user.id }), formId);
      const id = await createDraft(user, { formId, message: "Dear" }, minutesAgo(10));
      return { user, formId, id };
    }

    it("is scheduled in place of the account's older draft, with its files", async () => {
      const { user, formId, id } = await begun();
      const { token } = await keep({ formId, account: user.id }, { message: "" });
      const [handedOver] = await handOverDrafts(user.id, [token], noLimit);
      expect(handedOver).toEqual({ state: "scheduled", id, isToBeSealed: false });
      expect(await textOf(user, id)).toBe("");
      expect(await db.$count(media, eq(media.vaultId, id))).toBe(1);
    });

    it("replaces the account's older draft if it was not submitted, once", async () => {
      const { user, formId, id } = await begun();
      const draft = await keep({ formId, account: user.id, isSubmitted: false }, { message: "Dear Mia, and more" });
      expect(await handOverDrafts(user.id, [draft.token], noLimit)).toEqual([{ state: "draft", id }]);
      expect(await textOf(user, id)).toBe("Dear Mia, and more");
      const copy = { ...written(draft, minutesAgo(1)), isSubmitted: false };
      expect(await handOver(user, copy, noLimit)).toMatchObject({ isKnown: true });
    });

    it("is used from the browser if that has a newer state than the server had", async () => {
      const { user, formId, id } = await begun();
      const onServer = visitorDraft({ formId, values: formValues({ message: "Dear Mia" }), isSubmitted: false });
      const { token } = await keep(onServer);
      await db
        .update(visitorDrafts)
        .set({ expiresAt: addDays(minutesAgo(5), VISITOR_DRAFT_DAYS) })
        .where(eq(visitorDrafts.formId, formId));
      await handOverDrafts(user.id, [token], noLimit);
      const inBrowser = { ...onServer, values: formValues({ message: "Dear Mia, typed offline" }), isSubmitted: false };
      expect(await handOver(user, { ...inBrowser, savedAt: minutesAgo(4) }, noLimit)).toEqual({ state: "draft", id });
      expect(await textOf(user, id)).toBe("Dear Mia, typed offline");
    });

    it("is kept beside what the account wrote elsewhere later, also after an interrupted hand-over", async () => {
      const { user, formId, id } = await begun();
      const { token, values } = await keep({ formId, account: user.id }, { message: "Words of this browser" });
      await createDraft(user, { formId, message: "Words of another" }, addMinutes(new Date(), 1));
      await claimVisitorDraft(token, user.id);
      const [handedOver] = await handOverDrafts(user.id, [token], noLimit);
      expect(handedOver).toMatchObject({ state: "draft" });
      expect(await textOf(user, id)).toBe("Words of another");
      expect(await textOf(user, handedOver?.id)).toBe(values.message);
    });

    it("does not replace what the account wrote after it got a copy", async () => {
      const { user, formId, id } = await begun();
      const older = written(visitorDraft({ formId, account: user.id }), minutesAgo(11));
      expect(await handOver(user, older, noLimit)).toEqual({ state: "draft", id, isKnown: true });
      expect(await textOf(user, id)).toBe("Dear");
    });

    it("becomes a draft of its own, once, if the form's vault was scheduled meanwhile", async () => {
      const { user } = await createUser({ vaultLimit: 3 });
      const formId = createId();
      const id = await createLetter(user, { formId, message: "Dear" }, minutesAgo(10));
      const late = written(visitorDraft({ formId, account: user.id }));
      await createUpload(late.uploadOwner, formId);
      const first = await handOver(user, late, noLimit);
      expect(first).toMatchObject({ state: "draft" });
      expect(await handOver(user, late, noLimit)).toEqual({ ...first, isKnown: true });
      expect(await textOf(user, id)).toBe("Dear");
      expect(await textOf(user, first?.id)).toBe(late.values.message);
      expect(await db.$count(media, eq(media.vaultId, first?.id ?? ""))).toBe(1);
      expect(await vaultsOf(user.id)).toHaveLength(2);
    });

    it.each([
      ["was changed", (user: User, id: string) => updateVault(user, id, letterInput({ message: "Dear Mia" }))],
      ["was cancelled", cancelVault],
      ["was delivered", (_: User, id: string) => deliverVault(id, DUE_AT)],
    ])("becomes a draft of its own also if that vault %s afterwards", async (_, change) => {
      const { user } = await createUser({ vaultLimit: 3 });
      const formId = createId();
      const id = await createLetter(user, { formId, message: "Dear" }, minutesAgo(10));
      const { token, values } = await keep({ formId, account: user.id }, { message: "Words of this browser" });
      await change(user, id);
      await claimVisitorDraft(token, user.id);
      const [handedOver] = await handOverDrafts(user.id, [token], noLimit);
      expect(handedOver).toMatchObject({ state: "draft" });
      expect(await textOf(user, handedOver?.id)).toBe(values.message);
    });

    it("makes no second letter if it matches what was scheduled while it was being sent", async () => {
      const { user } = await createUser({ vaultLimit: 3 });
      const draft = visitorDraft({ account: user.id });
      const first = await handOver(user, written(draft, minutesAgo(1)), noLimit, minutesAgo(1));
      expect(await handOver(user, written(draft), noLimit)).toEqual({ ...first, isKnown: true });
      const photo = await createUpload(draft.uploadOwner, draft.formId);
      expect(await handOver(user, written(draft), noLimit)).toMatchObject({ state: "draft" });
      expect(await db.$count(media, eq(media.id, photo.id))).toBe(1);
    });

    it("waits for that account while others sign in", async () => {
      const { user, formId, id } = await begun();
      const { user: other } = await createUser();
      const { token } = await keep({ formId, account: user.id });
      expect(await handOverDrafts(other.id, [token], noLimit)).toEqual([]);
      expect(await vaultsOf(other.id)).toEqual([]);
      expect(await handOverDrafts(user.id, [token], noLimit)).toMatchObject([{ state: "scheduled", id }]);
    });

    it("still waits for that account after the form was saved without its name", async () => {
      const { user } = await createUser();
      const draft = await keep({ account: user.id });
      await saveVisitorDraft({ ...draft, account: undefined }, [draft.token]);
      expect(await claimVisitorDraft(draft.token, (await createUser()).user.id)).toBeUndefined();
      expect(await claimVisitorDraft(draft.token, user.id)).toBeDefined();
    });
  });

  it("lets the account discard a draft that was handed over", async () => {
    const { user } = await createUser();
    const draft = await keep({ isSubmitted: false });
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(await discardDraft(user, result?.id ?? createId())).toBe(true);
    await handOverDrafts(user.id, [draft.token], noLimit);
    expect(await vaultsOf(user.id)).toEqual([]);
  });
});
