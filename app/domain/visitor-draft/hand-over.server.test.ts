import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { discardDraft } from "~/domain/writing/draft.server";
import type { FormValues } from "~/domain/writing/form-values";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { media, memories, uploads } from "~db/schema";
import { createLetter, letterInput } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { formValues, noLimit, visitorDraft } from "../../../tests/factories/visitor-draft";
import { handOver, handOverDrafts } from "./hand-over.server";
import { claimVisitorDraft, saveVisitorDraft, type VisitorDraftInput } from "./visitor-draft.server";

async function keep(overrides: Partial<VisitorDraftInput> = {}, values: Partial<FormValues> = {}) {
  const draft = visitorDraft({ isSubmitted: true, values: formValues(values), ...overrides });
  const kept = await saveVisitorDraft(draft, []);
  if (!kept.ok) throw new Error(kept.reason);
  return { ...draft, token: kept.token };
}
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

  it("schedules a file without a message", async () => {
    const { user } = await createUser();
    const draft = await keep({}, { message: "" });
    await createUpload(draft.uploadOwner, draft.formId);
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toMatchObject([{ state: "scheduled" }]);
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
    const first = await handOver(user, { ...draft, isSubmitted: true }, noLimit);
    expect(claimed).toBeDefined();
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toEqual([{ ...first, isKnown: true }]);
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toEqual([]);
    expect(await vaultsOf(user.id)).toHaveLength(1);
  });

  it("does not bring back a cancelled vault", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const draft = visitorDraft();
    const first = await handOver(user, { ...draft, isSubmitted: true }, noLimit);
    await cancelVault(user, first?.id ?? "");
    await handOver(user, { ...draft, isSubmitted: true }, noLimit);
    const waiting = and(eq(memories.formId, draft.formId), eq(memories.state, "scheduled"));
    expect(await db.$count(memories, waiting)).toBe(0);
  });

  it("gives nothing to a second account", async () => {
    const [first, second] = [await createUser(), await createUser()];
    const draft = visitorDraft();
    await handOver(first.user, { ...draft, isSubmitted: true }, noLimit);
    expect(await handOver(second.user, { ...draft, isSubmitted: true }, noLimit)).toBeUndefined();
    expect(await vaultsOf(second.user.id)).toEqual([]);
  });

  it("lets the account discard a draft that was handed over", async () => {
    const { user } = await createUser();
    const draft = await keep({ isSubmitted: false });
    const [result] = await handOverDrafts(user.id, [draft.token], noLimit);
    expect(await discardDraft(user, result?.id ?? createId())).toBe(true);
    expect(await handOverDrafts(user.id, [draft.token], noLimit)).toEqual([]);
  });
});
