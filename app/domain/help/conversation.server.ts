import { addHours } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { helpConversations } from "~db/schema";

/** After the last question. */
export const CONVERSATION_HOURS = 24;
const TURNS_MAX = 40;

/** `pages` are ids of help articles, starting with the answer's source. `at` is an ISO instant. */
export type HelpTurn = { role: "user" | "assistant"; content: string; pages: string[]; at: string };

/** Oldest first; empty for an unknown or expired token. */
export async function readConversation(token: string | undefined, now = clock.now()): Promise<HelpTurn[]> {
  return token ? ((await find(db, hashSecretToken(token), now)) ?? []) : [];
}

/** Appends to the conversation, or starts one. Returns its token. */
export function appendToConversation(
  token: string | undefined,
  turns: Omit<HelpTurn, "at">[],
  now = clock.now(),
): Promise<string> {
  const written = turns.map((turn) => ({ ...turn, at: now.toISOString() }));
  const columns = { expiresAt: addHours(now, CONVERSATION_HOURS) };
  return inTransaction(async (tx) => {
    const known = token ? await find(tx, hashSecretToken(token), now, true) : undefined;
    if (token && known) {
      const all = [...known, ...written].slice(-TURNS_MAX);
      const tokenHash = hashSecretToken(token);
      const changed = { ...encrypted(tokenHash, all), ...columns };
      await tx.update(helpConversations).set(changed).where(eq(helpConversations.tokenHash, tokenHash));
      return token;
    }
    const created = createSecretToken();
    const tokenHash = hashSecretToken(created);
    await tx.insert(helpConversations).values({ tokenHash, ...encrypted(tokenHash, written), ...columns });
    return created;
  });
}

export async function deleteConversation(token: string | undefined): Promise<void> {
  if (token) await db.delete(helpConversations).where(eq(helpConversations.tokenHash, hashSecretToken(token)));
}

async function find(queryable: Queryable, tokenHash: string, now: Date, isLocked = false) {
  const unexpired = and(eq(helpConversations.tokenHash, tokenHash), gt(helpConversations.expiresAt, now));
  const rows = queryable.select().from(helpConversations).where(unexpired);
  const [row] = await (isLocked ? rows.for("update") : rows);
  return row && decrypted(row);
}

function encrypted(tokenHash: string, turns: HelpTurn[]) {
  const { key, ...wrapped } = createDataKey(placeOf(helpConversations.wrappedKey, tokenHash));
  const place = placeOf(helpConversations.turnsEncrypted, tokenHash);
  return { turnsEncrypted: encrypt(key, JSON.stringify(turns), place), ...wrapped };
}

function decrypted({ tokenHash, turnsEncrypted, ...wrapped }: typeof helpConversations.$inferSelect): HelpTurn[] {
  const key = unwrapDataKey(wrapped, placeOf(helpConversations.wrappedKey, tokenHash));
  return JSON.parse(
    decrypt(key, turnsEncrypted, placeOf(helpConversations.turnsEncrypted, tokenHash)).toString("utf8"),
  );
}
