import { addDays, addSeconds, subDays } from "date-fns";
import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { listFormFiles } from "~/domain/media/form-files.server";
import { adoptUploads, removeUploads } from "~/domain/media/uploads.server";
import type { VaultType } from "~/domain/vault/vault";
import { type FormValues, toFormValues } from "~/domain/writing/form-values";
import { changedElsewhere, draftVersionOf, isStale, saveNameIn } from "~/domain/writing/form-version.server";
import { VaultRefusedError, type VaultResult } from "~/domain/writing/vault-result.server";
import { createDataKey, decrypt, encrypt, keyedDigest, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { REPEAT_SECONDS } from "~/services/repeats.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { visitorDrafts } from "~db/schema";
import type { HandedOver } from "./handed-over";

/** After the last save. */
export const VISITOR_DRAFT_DAYS = 30;
/** Per browser. */
export const VISITOR_DRAFTS_MAX = 5;

/** Stored encrypted. */
type Content = {
  type: VaultType;
  values: FormValues;
  /** The owner of the form's uploads. */
  uploadOwner: string;
  /** The account that opened the form, if its session ended meanwhile. No other account gets the draft. */
  account?: string | undefined;
  /** The name that its form gave to the stored save. */
  savedBy?: string;
  /** Set once the account has the content, which is then removed from here. */
  handedOver?: HandedOver;
};
export type VisitorDraft = Content & { formId: string; submittedAt: Date | null; savedAt: Date; expiresAt: Date };

export type ListedDraft = VisitorDraft & { token: string };

export type VisitorDraftInput = Omit<Content, "savedBy" | "handedOver"> & {
  formId: string;
  version?: string | undefined;
  /** Absent for autosaves. */
  isSubmitted?: boolean;
};
export type KeptDraft =
  | { ok: true; token: string }
  | { ok: false; reason: "too_many" }
  | Extract<VaultResult, { ok: false }>;

/**
 * Overwrites what the form saved before, except its account; `tokens` are the browser's. Only a hash of the new token
 * is stored. Refuses with `changed_elsewhere` what a form sends that was opened before the draft was changed elsewhere.
 */
export async function saveVisitorDraft(
  { formId, isSubmitted, version, ...written }: VisitorDraftInput,
  tokens: string[],
  now = clock.now(),
): Promise<KeptDraft> {
  const content = { ...written, savedBy: saveNameIn(version) };
  const submitted = isSubmitted === undefined ? {} : { submittedAt: isSubmitted ? now : null };
  const columns = { ...submitted, expiresAt: addDays(now, VISITOR_DRAFT_DAYS) };
  const known = await rewrite(
    tokens,
    formId,
    ({ account = content.account, values, savedBy }) => {
      const current = draftVersionOf(values);
      if (isStale(version, current, savedBy)) throw changedElsewhere(current);
      return { ...content, account };
    },
    columns,
    now,
  ).catch((error: unknown) => {
    if (error instanceof VaultRefusedError) return error;
    throw error;
  });
  if (known instanceof VaultRefusedError) return { ok: false, reason: known.reason, ...known.details };
  if (known) return { ok: true, token: known };
  const waiting = tokens.length === 0 ? 0 : await db.$count(visitorDrafts, reachedByAny(tokens));
  if (waiting >= VISITOR_DRAFTS_MAX) return { ok: false, reason: "too_many" };
  const token = createSecretToken();
  const tokenHash = hashSecretToken(token);
  await db
    .insert(visitorDrafts)
    .values({ tokenHash, formId, ...encrypted(tokenHash, content), ...columns, createdAt: now });
  return { ok: true, token };
}

/** When the visitor's cookie was replaced: the draft's files move to the owner by the new one. */
export async function moveVisitorUploads(tokens: string[], formId: string, uploadOwner: string): Promise<void> {
  await rewrite(tokens, formId, (before) => ({ ...before, uploadOwner }));
}

/** Undefined if the browser has no draft of this form. Otherwise its token. The form's files follow its owner. */
async function rewrite(
  tokens: string[],
  formId: string,
  change: (before: Content) => Content,
  columns: Partial<typeof visitorDrafts.$inferInsert> = {},
  now = clock.now(),
): Promise<string | undefined> {
  if (tokens.length === 0) return undefined;
  return inTransaction(async (tx) => {
    const sameForm = and(reachedByAny(tokens), eq(visitorDrafts.formId, formId));
    const [row] = await tx.select().from(visitorDrafts).where(sameForm).for("update");
    if (!row) return undefined;
    const before = contentOf(row);
    const after = change(before);
    const changed = { ...encrypted(row.tokenHash, after), ...columns };
    await tx.update(visitorDrafts).set(changed).where(eq(visitorDrafts.tokenHash, row.tokenHash));
    const { uploadOwner } = after;
    if (uploadOwner !== before.uploadOwner) await adoptUploads(before.uploadOwner, uploadOwner, formId, now, tx);
    return tokens.find((token) => hashSecretToken(token) === row.tokenHash);
  });
}

/** Last saved first. */
export async function listVisitorDrafts(tokens: string[], now = clock.now()): Promise<ListedDraft[]> {
  if (tokens.length === 0) return [];
  const rows = await db
    .select()
    .from(visitorDrafts)
    .where(and(reachedByAny(tokens), gt(visitorDrafts.expiresAt, now)))
    .orderBy(desc(visitorDrafts.expiresAt), desc(visitorDrafts.createdAt));
  const tokenOf = (row: DraftRow) => tokens.find((token) => hashSecretToken(token) === row.tokenHash) ?? "";
  return rows.map((row) => ({ ...decrypted(row), token: tokenOf(row) }));
}

/** Those whose forms other accounts opened: without a user, any account. */
export async function listOthersDrafts(
  tokens: string[],
  userId: string | undefined,
  now = clock.now(),
): Promise<ListedDraft[]> {
  return (await listVisitorDrafts(tokens, now)).filter((draft) => !isOpenTo(userId, draft));
}

const isOpenTo = (userId: string | undefined, { account }: Content) => account === undefined || account === userId;

/**
 * Undefined if gone, claimed by another account, or written in another account's form. The same account may claim
 * again, to resume a hand-over.
 */
export async function claimVisitorDraft(
  token: string,
  userId: string,
  now = clock.now(),
): Promise<(VisitorDraft & { claim: string }) | undefined> {
  const claim = keyedDigest("visitor-draft-claim", `${userId}:${hashSecretToken(token)}`);
  return inTransaction(async (tx) => {
    const unexpired = and(reachedBy(token), gt(visitorDrafts.expiresAt, now));
    const [waiting] = await tx.select().from(visitorDrafts).where(unexpired).for("update");
    if (waiting && !isOpenTo(userId, contentOf(waiting))) return undefined;
    if (waiting) {
      const rebound = { tokenHash: claim, ...encrypted(claim, contentOf(waiting)) };
      await tx.update(visitorDrafts).set(rebound).where(eq(visitorDrafts.tokenHash, waiting.tokenHash));
    }
    const unended = and(eq(visitorDrafts.tokenHash, claim), gt(visitorDrafts.expiresAt, now));
    const [row] = await tx.select().from(visitorDrafts).where(unended);
    return row && { ...decrypted(row), claim };
  });
}

/**
 * Call it once the account has the content. The result stays for a minute: the button that signs in may be pressed
 * twice, or the response be lost.
 */
export async function closeClaim(
  { claim, type }: Pick<VisitorDraft, "type"> & { claim: string },
  result: HandedOver | undefined,
  now = clock.now(),
): Promise<void> {
  const isMatch = eq(visitorDrafts.tokenHash, claim);
  if (!result) {
    await db.delete(visitorDrafts).where(isMatch);
    return;
  }
  const content = {
    type,
    values: toFormValues({}),
    uploadOwner: "",
    handedOver: { ...result, isKnown: true as const },
  };
  const expiresAt = addSeconds(now, REPEAT_SECONDS);
  const isOpen = gt(visitorDrafts.expiresAt, expiresAt);
  await db
    .update(visitorDrafts)
    .set({ ...encrypted(claim, content), expiresAt })
    .where(and(isMatch, isOpen));
}

export async function forgetVisitorDraft(formId: string, tokens: string[]): Promise<void> {
  const draft = (await listVisitorDrafts(tokens)).find((one) => one.formId === formId);
  if (!draft) return;
  const files = await listFormFiles(draft.uploadOwner, formId);
  await removeUploads(
    draft.uploadOwner,
    files.map(({ id }) => id),
  );
  await db.delete(visitorDrafts).where(and(reachedByAny(tokens), eq(visitorDrafts.formId, formId)));
}

/** `sweepUploads` then deletes their files. */
export async function deleteExpiredDrafts(now = clock.now()): Promise<void> {
  await db.delete(visitorDrafts).where(lt(visitorDrafts.expiresAt, now));
}

const reachedBy = (token: string) => eq(visitorDrafts.tokenHash, hashSecretToken(token));
const reachedByAny = (tokens: string[]) => inArray(visitorDrafts.tokenHash, tokens.map(hashSecretToken));

type DraftRow = typeof visitorDrafts.$inferSelect;

/** Bound to the token's hash; a claim, which changes the hash, encrypts again. */
function encrypted(tokenHash: string, content: Content) {
  const { key, ...wrapped } = createDataKey(placeOf(visitorDrafts.wrappedKey, tokenHash));
  const place = placeOf(visitorDrafts.contentEncrypted, tokenHash);
  return { contentEncrypted: encrypt(key, JSON.stringify(content), place), ...wrapped };
}

function contentOf({ tokenHash, contentEncrypted, ...wrapped }: DraftRow): Content {
  const key = unwrapDataKey(wrapped, placeOf(visitorDrafts.wrappedKey, tokenHash));
  return JSON.parse(
    decrypt(key, contentEncrypted, placeOf(visitorDrafts.contentEncrypted, tokenHash)).toString("utf8"),
  );
}

function decrypted(row: DraftRow): VisitorDraft {
  const { formId, submittedAt, expiresAt } = row;
  return { ...contentOf(row), formId, submittedAt, savedAt: subDays(expiresAt, VISITOR_DRAFT_DAYS), expiresAt };
}
