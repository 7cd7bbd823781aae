import { sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { encryptReplyText } from "~/domain/reply/reply-text.server";
import { recordEvent } from "~/domain/vault/history.server";
import { countDelivered, makeRoom, takeSlot } from "~/domain/vault/tally.server";
import { storedType } from "~/domain/vault/vault";
import { indexSent, saveFiles, saveRecipients } from "~/domain/writing/save-parts.server";
import {
  addressColumns,
  contentColumns,
  type FormFiles,
  type NewVaultInput,
  typeColumns,
} from "~/domain/writing/vault-columns.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { deliveries, memories, replies, replyTallies } from "~db/schema";
import type { MemoryFile } from "./export-format";
import { refuseErased } from "./refuse-erased.server";

/**
 * Imports a vault that another installation delivered. Sends nothing: its recipients find it in their own accounts,
 * with the replies, and its sender among the delivered vaults. It may have lost its only file.
 */
export async function importDelivered(
  user: User,
  input: NewVaultInput & { files: FormFiles },
  memory: MemoryFile,
  now: Date,
): Promise<void> {
  const id = createId();
  const deliveredAt = new Date(memory.deliveredAt ?? memory.deliveries[0]?.at ?? now);
  await inTransaction(async (tx) => {
    await refuseErased(tx, user);
    await makeRoom(tx, user.id);
    await takeSlot(tx, user);
    await countDelivered(tx, [user.id], 1);
    const content = contentColumns(user, id, input);
    await tx.insert(memories).values({
      id,
      userId: user.id,
      ...typeColumns(input.type),
      ...addressColumns(user, storedType(input.type), input),
      ...content,
      recipient: memory.recipient.name || null,
      recipientEmail: memory.recipient.email || null,
      waitingTitle: null,
      formId: input.formId,
      state: "delivered",
      isSenderVerified: true,
      nextCheckAt: null,
      deliveredAt,
      createdAt: new Date(memory.createdAt),
      updatedAt: now,
    });
    await saveRecipients(tx, id, input.boardRecipients ?? []);
    await saveFiles(tx, id, input.files, now);
    await indexSent(tx, user, id, input);
    await recordEvent(tx, { vaultId: id, kind: "delivered" }, deliveredAt);
    for (const delivery of memory.deliveries) {
      await importDelivery(tx, user, { id, type: storedType(input.type), deliveryAt: content.deliveryAt }, delivery);
    }
  });
}

type Delivery = MemoryFile["deliveries"][number];

async function importDelivery(
  tx: Transaction,
  user: User,
  vault: { id: string; type: (typeof deliveries.$inferInsert)["type"]; deliveryAt: Date },
  { name, email, state, at, openedAt, declinedAt, replies: written }: Delivery,
): Promise<void> {
  const id = createId();
  await tx.insert(deliveries).values({
    id,
    vaultId: vault.id,
    recipientName: name,
    recipientEmail: email,
    senderId: user.id,
    type: vault.type,
    deliveryAt: vault.deliveryAt,
    // This installation has nothing on its way.
    state: state === "queued" || state === "sent" ? "arrived" : state,
    createdAt: new Date(at),
    updatedAt: new Date(at),
    openedAt: openedAt ? new Date(openedAt) : null,
    declinedAt: declinedAt ? new Date(declinedAt) : null,
  });
  for (const { isFromSender, at: writtenAt, text } of written) {
    const replyId = createId();
    const reader = isFromSender ? ownerOfReceived(email) : ownerOfSent(user.id);
    await tx.insert(replies).values({
      id: replyId,
      deliveryId: id,
      isFromSender,
      reader,
      ...encryptReplyText(replyId, text),
      formId: createId(),
      createdAt: new Date(writtenAt),
    });
    await tx
      .insert(replyTallies)
      .values({ reader, received: 1 })
      .onDuplicateKeyUpdate({ set: { received: sql`${replyTallies.received} + 1` } });
  }
}
