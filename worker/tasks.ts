import type { TaskList } from "graphile-worker";
import { z } from "zod";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { sweep } from "~/domain/delivery/sweep.server";
import { sendMessage } from "~/domain/message/send-message.server";
import { tidy } from "~/domain/worker/tidy.server";

const deliverVaultPayload = z.object({ memoryId: z.string() });
const sendMessagePayload = z.object({ messageId: z.string() });

/** Every task: its payload's schema and one line into the domain. `poolId` says whose claims they make. */
export function createTasks(poolId: () => string): TaskList {
  return {
    deliver_vault: (payload) => deliverVault(deliverVaultPayload.parse(payload).memoryId),
    send_message: (payload) => sendMessage(sendMessagePayload.parse(payload).messageId, poolId()),
    sweep: async (_, { addJob }) => {
      if ((await sweep()).isFull)
        await addJob("sweep", {}, { jobKey: "sweep:more", runAt: new Date(Date.now() + 5_000) });
    },
    tidy: () => tidy(),
  };
}
