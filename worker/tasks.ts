import type { JobHelpers, TaskList } from "graphile-worker";
import { z } from "zod";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { deliverAndSend } from "~/domain/delivery/deliver-and-send.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { handleProviderEvent } from "~/domain/delivery/provider-event.server";
import { sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { deliveryRecorder } from "~/domain/delivery/send-outcome.server";
import { sendToProposedAddresses } from "~/domain/delivery/send-to-proposed.server";
import { sweep } from "~/domain/delivery/sweep.server";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { CHANNELS } from "~/domain/outbox/channel.server";
import { giveTurns } from "~/domain/outbox/give-turns.server";
import { sendMessage } from "~/domain/outbox/send-message.server";
import { writeWeeklyDigests } from "~/domain/overview/weekly-digest.server";
import { recomputeDeliveryTimes } from "~/domain/vault/zone-rules.server";
import { describeError, log } from "~/services/log.server";

const deliverVaultPayload = z.object({ vaultId: z.string() });
const sendMessagePayload = z.object({ messageId: z.string() });
const giveTurnsPayload = z.object({ channel: z.enum(CHANNELS) });
const providerEventPayload = z.object({ eventId: z.string() });

/** Tasks claim messages under `poolId`. */
export function createTasks(poolId: () => string): TaskList {
  return withSafeErrors({
    deliver_vault: (payload) => deliverAndSend(deliverVaultPayload.parse(payload).vaultId, poolId()),
    send_message: (payload) => sendMessage(sendMessagePayload.parse(payload).messageId, poolId(), deliveryRecorder),
    give_turns: (payload) => giveTurns(giveTurnsPayload.parse(payload).channel),
    handle_provider_event: (payload) => handleProviderEvent(providerEventPayload.parse(payload).eventId),
    sweep: async (_, { addJob }) => {
      if ((await sweep()).isFull)
        await addJob("sweep", {}, { jobKey: "sweep:more", runAt: new Date(Date.now() + 5_000) });
    },
    take_next_steps: async (_, { addJob }) => {
      if ((await takeNextSteps()).isFull) await addJob("take_next_steps", {}, { jobKey: "take_next_steps:more" });
    },
    check_address_health: () => checkAddressHealth(),
    weekly_digests: async (_, { addJob }) => {
      if ((await writeWeeklyDigests()).isFull) await addJob("weekly_digests", {}, { jobKey: "weekly_digests:more" });
    },
    send_requested_reminders: async (_, { addJob }) => {
      if ((await sendRequestedReminders()).isFull)
        await addJob("send_requested_reminders", {}, { jobKey: "send_requested_reminders:more" });
    },
    send_to_proposed_addresses: async (_, { addJob }) => {
      if ((await sendToProposedAddresses()).isFull)
        await addJob("send_to_proposed_addresses", {}, { jobKey: "send_to_proposed_addresses:more" });
    },
    advance_legacy_requests: async (_, { addJob }) => {
      if ((await advanceLegacyRequests()).isFull)
        await addJob("advance_legacy_requests", {}, { jobKey: "advance_legacy_requests:more" });
    },
    sweep_uploads: async (_, { addJob }) => {
      if ((await sweepUploads()).isFull) await addJob("sweep_uploads", {}, { jobKey: "sweep_uploads:more" });
    },
    recompute_delivery_times: () => recomputeDeliveryTimes(),
    purge_expired: () => purgeExpired(),
  });
}

/** graphile-worker stores the message of a failed job's error, which must not contain values of a query. */
function withSafeErrors(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          await task?.(payload as never, helpers);
        } catch (error) {
          log.error({ err: error, task: name }, "a task failed");
          const { type, code, message } = describeError(error);
          throw new Error(message ?? code ?? type);
        }
      },
    ]),
  );
}
