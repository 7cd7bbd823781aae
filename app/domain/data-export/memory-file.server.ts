import { asc, eq } from "drizzle-orm";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { type BoardSettings, DEFAULT_SETTINGS } from "~/domain/board/board.server";
import { decryptWelcome } from "~/domain/board/welcome.server";
import { archivePathOf } from "~/domain/keepsake/keepsake-content.server";
import { findEditDraft } from "~/domain/writing/edit-draft.server";
import { noteIfDamaged, readIfIntact } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import {
  boardGuests,
  boardPosts,
  boardSettings,
  boardWelcomes,
  deliveries,
  deliveryEvents,
  memories,
  recipients,
} from "~db/schema";
import { EXPORT_FORMAT, EXPORT_VERSION, type MemoryFile } from "./export-format";
import { describeFile, type ExportedReply, readReplies } from "./replies.server";

export type DescribedMemory = { memory: MemoryFile; replies: ExportedReply[] };

/** Describes what its owner may see of a vault. */
export async function describeMemory(viewed: ViewedVault, unreadable: string[]): Promise<DescribedMemory | undefined> {
  const { vault, seesContent, senderName } = viewed;
  const [row] = await db.select().from(memories).where(eq(memories.id, vault.id));
  if (!row) return undefined;
  const [listed, guests, [settings], [welcome], pieces, sent, events] = await readRowsOf(vault.id);
  const replies = await readReplies(
    sent.map(({ id, recipientName, recipientEmail }) => ({
      deliveryId: id,
      recipient: recipientName || recipientEmail,
      sender: senderName,
    })),
    unreadable,
  );
  const welcomed = welcome && seesContent && readIfIntact(() => decryptWelcome(welcome), "welcome", unreadable);
  const changes = viewed.hasEditDraft ? await describeChanges(vault.id, unreadable) : undefined;
  const at = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    replies,
    memory: {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      id: row.id,
      type: row.type,
      state: row.state,
      title: vault.title,
      message: seesContent ? vault.message : null,
      recipient: {
        name: row.recipient ?? "",
        email: row.recipientEmail ?? "",
        phone: row.recipientPhone ?? "",
        secondEmail: row.secondEmail ?? "",
      },
      backupContact: { name: row.backupName ?? "", email: row.backupEmail ?? "" },
      recipients: listed.map(({ name, email }) => ({ name, email })),
      guests: guests.map(({ name, email, emailConfirmedAt }) => ({
        name,
        email: email ?? "",
        isConfirmed: emailConfirmedAt !== null,
      })),
      ...(welcomed && { welcome: welcomed }),
      ...(row.isMemoryBoard && { settings: settingsOf(settings) }),
      pieces,
      day: row.deliveryDate,
      hour: row.deliveryHour,
      minute: row.deliveryMinute,
      timeZone: row.deliveryZone,
      includesMessage: row.includesMessage,
      isToBeSealed: row.isToBeSealed,
      ...(changes && { changes }),
      createdAt: row.createdAt.toISOString(),
      sealedAt: at(row.sealedAt),
      deliveredAt: at(row.deliveredAt),
      cancelledAt: at(row.cancelledAt),
      files: viewed.media.map((file, index) => describeFile(file, archivePathOf(file, index))),
      deliveries: sent.map(({ id, recipientName, recipientEmail, state, createdAt, openedAt, declinedAt }) => ({
        name: recipientName,
        email: recipientEmail,
        state,
        at: createdAt.toISOString(),
        openedAt: at(openedAt),
        declinedAt: at(declinedAt),
        replies: replies.flatMap(({ deliveryId, described }) => (deliveryId === id ? described : [])),
      })),
      record: events.map(({ at, kind, detail }) => ({ at: at.toISOString(), event: kind, detail })),
    },
  };
}

function readRowsOf(vaultId: string) {
  return Promise.all([
    db.select().from(recipients).where(eq(recipients.vaultId, vaultId)).orderBy(asc(recipients.position)),
    db.select().from(boardGuests).where(eq(boardGuests.vaultId, vaultId)).orderBy(asc(boardGuests.joinedAt)),
    db.select().from(boardSettings).where(eq(boardSettings.vaultId, vaultId)),
    db.select().from(boardWelcomes).where(eq(boardWelcomes.vaultId, vaultId)),
    db.$count(boardPosts, eq(boardPosts.vaultId, vaultId)),
    db.select().from(deliveries).where(eq(deliveries.vaultId, vaultId)).orderBy(asc(deliveries.createdAt)),
    db.select().from(deliveryEvents).where(eq(deliveryEvents.vaultId, vaultId)).orderBy(asc(deliveryEvents.id)),
  ]);
}

function settingsOf(settings: BoardSettings = DEFAULT_SETTINGS): BoardSettings {
  const { needsApproval, isOpen, isPaused, closesOn } = settings;
  return { needsApproval, isOpen, isPaused, closesOn };
}

async function describeChanges(vaultId: string, unreadable: string[]): Promise<MemoryFile["changes"]> {
  const changes = await findEditDraft(vaultId).catch((error: unknown) =>
    noteIfDamaged(error, "unsaved changes", unreadable),
  );
  if (!changes) return undefined;
  const fields = Object.entries(changes.values).filter(
    (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
  );
  return { savedAt: changes.savedAt.toISOString(), fields: Object.fromEntries(fields) };
}
