import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { findUpload, uploadOwner } from "~/domain/media/uploads.server";
import { now } from "~/services/clock.server";
import { db } from "~/services/db.server";
import { visitorDrafts } from "~db/schema";
import { createUpload } from "../../../tests/factories/upload";
import { visitorDraft } from "../../../tests/factories/visitor-draft";
import {
  claimVisitorDraft,
  GUEST_DRAFTS_MAX,
  listVisitorDrafts,
  saveVisitorDraft,
  VISITOR_DRAFT_DAYS,
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

describe("what a guest has written", () => {
  it("is there again for the browser that has its token, and for no other", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    expect(await listVisitorDrafts([token])).toMatchObject([{ formId: draft.formId, values: written(draft) }]);
    expect(await listVisitorDrafts([`${token.slice(0, -1)}!`, createId()])).toEqual([]);
  });

  it("can be read neither in the database nor with what is stored of its token", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    const [row] = await db.select().from(visitorDrafts).where(eq(visitorDrafts.formId, draft.formId));
    expect(row?.contentEncrypted.toString("latin1")).not.toContain(draft.values.message);
    expect(row?.tokenHash).not.toContain(token);
    expect(await listVisitorDrafts([row?.tokenHash ?? ""])).toEqual([]);
  });

  it("takes the place of what the same form kept before, and stays submitted while it is only written on", async () => {
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

  it("is never overwritten by somebody who knows the form's id and not the token", async () => {
    const draft = visitorDraft();
    const token = await keep(draft);
    await keep({ ...draft, values: { ...draft.values, title: "Mine" } });
    expect(await listVisitorDrafts([token])).toMatchObject([{ values: written(draft) }]);
  });

  it("has room for a few forms in one browser, the latest first, and refuses one more", async () => {
    const tokens: string[] = [];
    const at = now();
    for (let index = 0; index < GUEST_DRAFTS_MAX; index += 1) {
      tokens.push(await keep(visitorDraft(), tokens, addMinutes(at, index)));
    }
    expect(await saveVisitorDraft(visitorDraft(), tokens)).toEqual({ ok: false, reason: "too_many" });
    const listed = await listVisitorDrafts(tokens);
    expect(listed).toHaveLength(GUEST_DRAFTS_MAX);
    expect(listed[0]?.formId).toBe((await listVisitorDrafts(tokens.slice(-1)))[0]?.formId);
  });

  it("is kept 30 days after it was last saved, with its files, and is gone with them after that", async () => {
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

  it("is claimed by one account alone, which may come back to its claim", async () => {
    const token = await keep(visitorDraft());
    const users = [createId(), createId(), createId()];
    const claimed = await Promise.all(users.map((userId) => claimVisitorDraft(token, userId)));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    const winner = users[claimed.findIndex(Boolean)] ?? "";
    expect(await claimVisitorDraft(token, winner)).toMatchObject({ formId: claimed.find(Boolean)?.formId });
    expect(await listVisitorDrafts([token])).toEqual([]);
  });
});
