import { subDays } from "date-fns";
import { and, asc, eq, lt, ne, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { toUser } from "~/domain/account/session.server";
import type { Vault } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { editDrafts, memories, profiles } from "~db/schema";
import { saveDraft } from "./draft.server";
import { findEditDraft, forgetEditDraft } from "./edit-draft.server";
import { draftSchema } from "./vault-schema";

/** How long after the vault's day its owner is asked about them. */
const ASKED_DAYS = 30;
const BATCH = 200;

/** Makes unsaved changes of a delivered vault a new draft. Returns its id, if there were any. May be repeated. */
export async function keepLateChanges(
  user: User,
  { id, type }: Pick<Vault, "id" | "type">,
  now = clock.now(),
): Promise<string | undefined> {
  const changes = await findEditDraft(id);
  if (!changes) return undefined;
  const typed = draftSchema.parse(changes.values);
  const kept = await saveDraft(user, { ...typed, type, formId: changes.formId }, now);
  // An interrupted call made the draft before, and it has been scheduled since.
  if (!kept.ok && kept.reason !== "not_editable") return undefined;
  await inTransaction((tx) => forgetEditDraft(tx, id));
  return kept.ok ? kept.id : undefined;
}

/** Turns late changes whose owner never answered into drafts. */
export async function keepForgottenChanges(now = clock.now()): Promise<void> {
  const { savedAt, vaultId } = editDrafts;
  const late = await db
    .select({ vault: { id: memories.id, type: memories.type }, owner: profiles })
    .from(editDrafts)
    .innerJoin(memories, eq(memories.id, vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(
      and(
        lt(savedAt, subDays(now, ASKED_DAYS)),
        ne(memories.state, "scheduled"),
        lt(sql`coalesce(${memories.deliveryAt}, ${savedAt})`, subDays(now, ASKED_DAYS)),
      ),
    )
    .orderBy(asc(savedAt))
    .limit(BATCH);
  for (const { vault, owner } of late) {
    try {
      await keepLateChanges(toUser(owner), vault, now);
    } catch (error) {
      log.error({ err: error, vaultId: vault.id }, "late changes could not be kept as a draft");
    }
  }
}
