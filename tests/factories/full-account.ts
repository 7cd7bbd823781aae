import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { storageProof } from "~/domain/media/storage-proof.server";
import { encryptReplyText } from "~/domain/reply/reply-text.server";
import { termOf } from "~/domain/vault/search-terms.server";
import { decryptContent, encryptContent } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { deliveries, media, memories, profiles, replies, replyMedia, replyTallies, searchTerms } from "~db/schema";
import type { VaultState } from "~db/schema/states";
import { createLetter, storedVault } from "./letter";
import { createUser, type SignedInUser } from "./user";

const ROWS_PER_INSERT = 1_000;
const DAY_MS = 86_400_000;

/** The states of each ten vaults, and in how many days they are due. */
const MIX = [
  { state: "scheduled", days: 1 },
  { state: "delivered", days: -40 },
  { state: "sealed", days: 9 },
  { state: "delivered", days: -3 },
  { state: "scheduled", days: 20 },
  { state: "held", days: -60 },
  { state: "scheduled", days: 90 },
  { state: "delivered", days: -400 },
  { state: "delivering", days: 0 },
  { state: "draft", days: 0 },
] as const;

/**
 * Creates an account with `count` vaults in every state and as many received ones, all with the words "plum" and one of
 * ten colours. The rows are copies of one letter.
 */
export async function createFullAccount(count: number, now: Date): Promise<SignedInUser> {
  const person = await createUser({ vaultLimit: count + 1 });
  const { user: friend } = await createUser({ vaultLimit: count + 1, name: "Leo Berger" });
  const sent = await copyLetter(person.user, count, now, (index) => MIX[index % MIX.length] ?? MIX[0]);
  const received = await copyLetter(friend, count, now, (index) => ({ state: "delivered", days: -(index % 900) }));
  await inParts(received, (part) =>
    db.insert(deliveries).values(
      part.map(({ id, deliveryAt }, index): typeof deliveries.$inferInsert => ({
        id: `d${id.slice(1)}`,
        vaultId: id,
        recipientName: person.user.name,
        recipientEmail: person.user.email,
        senderId: friend.id,
        type: "letter",
        deliveryAt,
        state: index % 2 ? "opened" : "sent",
        openedAt: index % 2 ? now : null,
        createdAt: now,
        updatedAt: now,
      })),
    ),
  );
  await addReplies(person.user, received, Math.floor(count / 2), now);
  await indexWords(ownerOfSent(person.user.id), sent);
  await indexWords(ownerOfReceived(person.user.email), received);
  const delivered = sent.filter((_, index) => MIX[index % MIX.length]?.state === "delivered").length;
  await db
    .update(profiles)
    .set({ vaultsUsed: count, vaultsDelivered: delivered })
    .where(eq(profiles.id, person.user.id));
  return person;
}

/** Creates unrelated accounts, since an optimiser scans small tables. */
export async function createCrowd(count: number): Promise<void> {
  const { user } = await createUser();
  const [row] = await db.select().from(profiles).where(eq(profiles.id, user.id));
  if (!row) throw new Error("Signing up made no profile.");
  const numbers = Array.from({ length: count }, (_, index) => String(index).padStart(23, "0"));
  await db.insert(profiles).values(numbers.map((name) => ({ ...row, id: `p${name}`, email: `${name}@example.org` })));
}

type Copy = { id: string; deliveryAt: Date };

let copies = 0;

async function copyLetter(
  user: User,
  count: number,
  now: Date,
  stateOf: (index: number) => { state: VaultState; days: number },
): Promise<Copy[]> {
  const { waitingTitle: _, list: __, ...row } = await storedVault(await createLetter(user));
  const { title, message } = decryptContent(row);
  const made = Array.from({ length: count }, (_, index) => {
    copies += 1;
    const { state, days } = stateOf(index);
    const id = `c${String(copies).padStart(23, "0")}`;
    const deliveryAt = new Date(now.getTime() + days * DAY_MS - (index % 1_440) * 60_000);
    // Spread over the last four years, for the list of memories.
    const createdAt = new Date(now.getTime() - ((index * 7) % 1_460) * DAY_MS);
    const isSettled = state === "delivered";
    return {
      ...row,
      id,
      ...encryptContent(id, title, message),
      formId: id,
      idempotencyKey: id,
      state,
      deliveryAt,
      createdAt,
      deliveredAt: isSettled ? deliveryAt : null,
    };
  });
  await inParts(made, (part) =>
    db
      .insert(memories)
      .values(
        part.map((vault) => (vault.state === "draft" ? { ...vault, deliveryAt: null, deliveryDate: null } : vault)),
      ),
  );
  await inParts(made, (part) =>
    db.insert(media).values(
      part.map(({ id, createdAt }) => ({
        id: `m${id.slice(1)}`,
        vaultId: id,
        position: 0,
        kind: "photo" as const,
        contentType: "image/jpeg",
        fileName: "photo.jpg",
        bytes: 1,
        sha256: "0".repeat(64),
        storageKey: id,
        storageProof: storageProof({ id: `m${id.slice(1)}`, vaultId: id, storageKey: id }),
        createdAt,
      })),
    ),
  );
  return made.filter(({ state }) => state !== "draft");
}

function newReply() {
  const id = createId();
  return { id, ...encryptReplyText(id, "Thank you.") };
}

/** Adds `count` replies to the user as a sender, and as many as a recipient. */
async function addReplies(user: User, received: Copy[], count: number, now: Date): Promise<void> {
  for (const reader of [ownerOfSent(user.id), ownerOfReceived(user.email)]) {
    const rows = received.slice(0, count).map(({ id }, index) => ({
      ...newReply(),
      deliveryId: `d${id.slice(1)}`,
      isFromSender: false,
      reader,
      formId: createId(),
      createdAt: new Date(now.getTime() - index * 60_000),
    }));
    await inParts(rows, (part) => db.insert(replies).values(part));
    await inParts(rows, (part) =>
      db.insert(replyMedia).values(
        part.map(({ id, createdAt }) => ({
          id,
          replyId: id,
          position: 0,
          kind: "photo" as const,
          contentType: "image/jpeg",
          fileName: "photo.jpg",
          bytes: 1,
          sha256: "0".repeat(64),
          storageKey: id,
          storageProof: storageProof({ id, replyId: id, storageKey: id }),
          createdAt,
        })),
      ),
    );
    await db.insert(replyTallies).values({ reader, received: rows.length });
  }
}

const COLOURS = ["red", "blue", "green", "white", "black", "brown", "grey", "pink", "violet", "amber"];

async function indexWords(owner: string, vaults: Copy[]): Promise<void> {
  const rows = vaults.flatMap(({ id, deliveryAt }, index) =>
    ["plum", COLOURS[index % COLOURS.length] ?? "", ...(index === vaults.length - 1 ? ["rare"] : [])].map((word) => ({
      owner,
      term: termOf(owner, word),
      deliveryAt,
      vaultId: id,
      isFromMessage: false,
    })),
  );
  await inParts(rows, (part) => db.insert(searchTerms).values(part));
}

async function inParts<Row>(rows: Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await insert(rows.slice(start, start + ROWS_PER_INSERT));
  }
}

/** Updates the statistics of the optimiser, as the database does by itself after a while. */
export async function analyzeTables(): Promise<void> {
  await db.execute(
    sql`ANALYZE TABLE memories, deliveries, profiles, sessions, media, search_terms, delivery_events, proposed_addresses, replies, reply_media, reply_tallies`,
  );
}
