import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { findUpload, uploadOwner } from "~/domain/media/uploads.server";
import { draftVersionOf, versionField } from "~/domain/writing/form-version.server";
import { now } from "~/services/clock.server";
import { db } from "~/services/db.server";
import { visitorDrafts } from "~db/schema";
import { createUpload } from "../../../tests/factories/upload";
import { visitorDraft } from "../../../tests/factories/visitor-draft";
import {
  claimVisitorDraft,
  closeClaim,
  forgetVisitorDraft,
  listVisitorDrafts,
  saveVisitorDraft,
  VISITOR_DRAFT_DAYS,
  VISITOR_DRAFTS_MAX,
  type VisitorDraftInput,
} from "./visitor-draft.server";

async function keep(draft: VisitorDraftInput, tokens: string[] = [], at = now()): Promise<string> {
  const kept = await saveVisitorDraft(draft, tokens, at);
  if (!kept.ok) throw new Error(kept.reason);
  return kept.token;
}

const written = ({ values: { title, message, recipientEmail } }: VisitorDraftInput) => ({
  title,
  message,
  recipientEmail,
});

describe("a visitor's draft", () => {
  it("is returned to the browser with its token only", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    expect(await listVisitorDrafts([token])).toMatchObject([{ formId: draft.formId, values: written(draft) }]);
    expect(await listVisitorDrafts([`${token.slice(0, -1)}!`, createId()])).toEqual([]);
  });

  it("cannot be read in the database, or with the stored hash of its token", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    const [row] = await db.select().from(visitorDrafts).where(eq(visitorDrafts.formId, draft.formId));
    expect(row?.contentEncrypted.toString("latin1")).not.toContain(draft.values.message);
    expect(row?.tokenHash).not.toContain(token);
    expect(await listVisitorDrafts([row?.tokenHash ?? ""])).toEqual([]);
  });

  it("replaces what the same form saved before, and stays submitted through autosaves", async () => {
    const draft = visitorDraft({ isSubmitted: true });
    const token = await keep(draft);
    const { isSubmitted: _, ...later } = { ...draft, values: { ...draft.values, title: "A better title" } };
    expect(await keep(later, [token])).toBe(token);
    const [kept, ...others] = await listVisitorDrafts([token]);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ values: { title: "A better title" }, submittedAt: expect.any(Date) });
    await keep({ ...later, isSubmitted: false }, [token]);
    expect(await listVisitorDrafts([token])).toMatchObject([{ submittedAt: null }]);
  });

  it("is not overwritten by a page that was opened before another saved it, until that is asked for", async () => {
    const draft = visitorDraft({ version: versionField() });
    const token = await keep(draft);
    const [opened] = await listVisitorDrafts([token]);
    if (!opened) throw new Error("There is no draft.");
    const other = versionField(draftVersionOf(opened.values));
    const titled = (title: string, version?: string) => ({ ...draft, version, values: { ...draft.values, title } });
    const own = `${draft.version} second`;
    expect(await keep(titled("Mine", own), [token])).toBe(token);
    const refused = await saveVisitorDraft(titled("Old", other), [token]);
    expect(refused).toMatchObject({ ok: false, reason: "changed_elsewhere" });
    expect(await listVisitorDrafts([token])).toMatchObject([{ values: { title: "Mine" } }]);
    const version = "version" in refused ? refused.version : undefined;
    expect(await keep(titled("Old", version), [token])).toBe(token);
    expect(await saveVisitorDraft(titled("Mine", `${own} third`), [token])).toMatchObject({ ok: false });
    expect(await listVisitorDrafts([token])).toMatchObject([{ values: { title: "Old" } }]);
  });

  it("is never overwritten with the form's id but without the token", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    await keep({ ...draft, values: { ...draft.values, title: "Mine" } });
    expect(await listVisitorDrafts([token])).toMatchObject([{ values: written(draft) }]);
  });

  it("is one of at most five in a browser, latest first", async () => {
    const tokens: string[] = [];
    const at = now();
    for (let index = 0; index < VISITOR_DRAFTS_MAX; index += 1) {
      tokens.push(await keep(visitorDraft(), tokens, addMinutes(at, index)));
    }
    expect(await saveVisitorDraft(visitorDraft(), tokens)).toEqual({ ok: false, reason: "too_many" });
    const listed = await listVisitorDrafts(tokens);
    expect(listed).toHaveLength(VISITOR_DRAFTS_MAX);
    expect(listed[0]?.formId).toBe((await listVisitorDrafts(tokens.slice(-1)))[0]?.formId);
  });

  it("is deleted with its files 30 days after the last save", async () => {
    const [written, saved] = [new Date("2030-01-01T10:00:00Z"), new Date("2030-01-20T10:00:00Z")];
    const owner = uploadOwner({ visitorToken: createId() });
    const draft = visitorDraft({ uploadOwner: owner });
    const file = await createUpload(owner, draft.formId, { updatedAt: written });
    const token = await keep(draft, [], written);
    await keep(draft, [token], saved);

    const before = addMinutes(addDays(saved, VISITOR_DRAFT_DAYS), -1);
    await purgeExpired(before);
    await sweepUploads(before);
    expect(await listVisitorDrafts([token], before)).toHaveLength(1);
    expect(await findUpload(owner, file.id)).toBeDefined();

    const after = addMinutes(before, 2);
    expect(await listVisitorDrafts([token], after)).toEqual([]);
    expect(await claimVisitorDraft(token, createId(), after)).toBeUndefined();
    await purgeExpired(after);
    await sweepUploads(after);
    expect(await db.$count(visitorDrafts, eq(visitorDrafts.formId, draft.formId))).toBe(0);
    expect(await findUpload(owner, file.id)).toBeUndefined();
  });

  it("is discarded without the browser's others", async () => {
    const [other, discarded] = [visitorDraft(), visitorDraft()];
    const tokens = [await keep(other), await keep(discarded)];
    await forgetVisitorDraft(discarded.formId, tokens);
    expect((await listVisitorDrafts(tokens)).map(({ formId }) => formId)).toEqual([other.formId]);
  });

  it("is claimed by one account, which may claim it again", async () => {
    const token = await keep(visitorDraft());
    const users = [createId(), createId(), createId()];
    const claimed = await Promise.all(users.map((userId) => claimVisitorDraft(token, userId)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    const winner = users[claimed.findIndex(Boolean)] ?? "";
    expect(await claimVisitorDraft(token, winner)).toMatchObject({ formId: claimed.find(Boolean)?.formId });
    expect(await listVisitorDrafts([token])).toEqual([]);
  });

  it("keeps its first result, if a process that took too long has another one", async () => {
    const [token, userId] = [await keep(visitorDraft()), createId()];
    const draft = (await claimVisitorDraft(token, userId)) ?? expect.unreachable();
    const [first, second] = [createId(), createId()];
    for (const id of [first, second]) await closeClaim(draft, { state: "scheduled", id, isToBeSealed: false });
    expect(await claimVisitorDraft(token, userId)).toMatchObject({ handedOver: { id: first, isKnown: true } });
  });
});
