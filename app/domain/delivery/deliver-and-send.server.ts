import { wakeSender } from "~/domain/outbox/message.server";
import { sendMessages } from "~/domain/outbox/send-message.server";
import { deliverAlone, deliverTogether } from "./deliver-vault.server";
import { deliveryRecorder } from "./send-outcome.server";

/**
 * Delivers a vault in a batch and sends the messages directly. After an error the rest is left to the queue.
 * @param workerId claims the messages
 */
export async function deliverAndSend(vaultId: string, workerId: string): Promise<void> {
  const { messageIds, isLeft } = await deliverTogether(vaultId);
  await sendAll(messageIds, workerId);
  if (isLeft) await sendAll(await deliverAlone(vaultId), workerId);
}

async function sendAll(messageIds: string[], workerId: string): Promise<void> {
  let left = messageIds;
  while (left.length > 0) {
    const sending = left;
    left = await sendMessages(sending, workerId, deliveryRecorder).catch(async (error: unknown) => {
      await wakeSender(...sending);
      throw error;
    });
  }
}
