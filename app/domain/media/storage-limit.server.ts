import { eq, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { media, memories, profiles, uploads } from "~db/schema";
import type { FormPurpose } from "./media";
import type { StorageRefusal } from "./storage-refusals.server";

/** The owner of counted files: an account, or a visitor by their cookie. */
export type Storer = Pick<User, "id" | "isEmailVerified" | "vaultLimit"> | "visitor";

const GB = 1024 ** 3;

/** Bytes for an account with a verified email: two full boards. */
const ACCOUNT_BYTES = 10 * GB;
/** Added for each vault of its plan. */
const BYTES_PER_VAULT = GB;
/** For a visitor, and for an account until its email is verified: any one file and a little more. */
export const UNVERIFIED_BYTES = GB;

/** For all vaults, drafts, copies and uploads together. Files of a board's guests count for the board alone. */
function storageMaxBytes(storer: Storer): number {
  if (storer === "visitor" || !storer.isEmailVerified) return UNVERIFIED_BYTES;
  return ACCOUNT_BYTES + storer.vaultLimit * BYTES_PER_VAULT;
}

/**
 * Call it once the upload has a row, which is counted as well: of concurrent calls, the last one counts all others.
 * Vaults do not count for a file that stays out of them, which `vaultStorageRefusal` makes sure of.
 */
export async function storageRefusal(
  owner: string,
  storer: Storer,
  type: FormPurpose,
): Promise<StorageRefusal | undefined> {
  const total = sql<string>`COALESCE(SUM(${uploads.bytes}), 0)`;
  const [waiting] = await db.select({ bytes: total }).from(uploads).where(eq(uploads.owner, owner));
  const countsElsewhere = type === "reply" || type === "board-post";
  const kept = storer === "visitor" || countsElsewhere ? 0 : await bytesInVaults(db, storer.id);
  return Number(waiting?.bytes) + kept <= storageMaxBytes(storer) ? undefined : refusalOf(storer);
}

/** For files that are added to a vault of this account, whatever form they were uploaded for. */
export async function vaultStorageRefusal(
  tx: Transaction,
  userId: string,
  bytes: number,
): Promise<StorageRefusal | undefined> {
  const { vaultLimit, emailVerifiedAt } = profiles;
  const [profile] = await tx.select({ vaultLimit, emailVerifiedAt }).from(profiles).where(eq(profiles.id, userId));
  if (!profile) throw new Error(`Account ${userId} does not exist.`);
  const storer = { id: userId, vaultLimit: profile.vaultLimit, isEmailVerified: profile.emailVerifiedAt !== null };
  return (await bytesInVaults(tx, userId)) + bytes <= storageMaxBytes(storer) ? undefined : refusalOf(storer);
}

function refusalOf(storer: Storer): StorageRefusal {
  if (storer === "visitor") return "visitor_storage_full";
  return storer.isEmailVerified ? "storage_full" : "unverified_storage_full";
}

async function bytesInVaults(queryable: Queryable, userId: string): Promise<number> {
  const [kept] = await queryable
    .select({ bytes: sql<string>`COALESCE(SUM(${media.bytes}), 0)` })
    .from(memories)
    .innerJoin(media, eq(media.vaultId, memories.id))
    .where(eq(memories.userId, userId));
  return Number(kept?.bytes);
}
