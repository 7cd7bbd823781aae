import type { JobHelpers, Runner, Task, TaskList } from "graphile-worker";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { reconcileOrders } from "~/domain/billing/reconcile-orders.server";
import { trustedNow } from "~/domain/clock/clock-check.server";
import { prepareExports } from "~/domain/data-export/prepare-exports.server";
import type { Engine } from "~/domain/delivery/engine.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { sendToProposedAddresses } from "~/domain/delivery/send-to-proposed.server";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { eraseAccounts } from "~/domain/maintenance/erase-accounts.server";
import { noteMaintenance } from "~/domain/maintenance/last-run.server";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { applyRetention } from "~/domain/maintenance/retention.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { writeWeeklyDigests } from "~/domain/overview/weekly-digest.server";
import { addTallies } from "~/domain/vault/tally.server";
import { recomputeDeliveryTimes } from "~/domain/vault/zone-rules.server";
import { describeError, log } from "~/services/log.server";
import { isMaintenance } from "./crontab";

/** Look tasks call the engine; the others, except `recompute_delivery_times`, throw while the clock is not trusted. */
export function createTasks(engine: Engine): TaskList {
  return withSafeErrors({
    deliver_due: () => engine.look("deliver_due"),
    send_due: () => engine.look("send_due"),
    handle_provider_events: () => engine.look("handle_provider_events"),
    answer_password_resets: () => engine.look("answer_password_resets"),
    prepare_exports: untilEmpty(prepareExports),
    take_next_steps: untilEmpty(takeNextSteps),
    check_address_health: async (_, { abortSignal }) => checkAddressHealth(await trustedNow(), abortSignal),
    weekly_digests: untilEmpty(writeWeeklyDigests),
    send_requested_reminders: untilEmpty(sendRequestedReminders),
    send_to_proposed_addresses: untilEmpty(sendToProposedAddresses),
    advance_legacy_requests: untilEmpty(advanceLegacyRequests),
    erase_accounts: untilEmpty(eraseAccounts),
    apply_retention: untilEmpty(applyRetention),
    sweep_uploads: untilEmpty(sweepUploads),
    reconcile_orders: async () => reconcileOrders(await trustedNow()),
    recompute_delivery_times: (_, { abortSignal }) => recomputeDeliveryTimes(undefined, abortSignal),
    add_tallies: untilEmpty(addTallies),
    purge_expired: async (_, { abortSignal }) => purgeExpired(await trustedNow(), abortSignal),
  });
}

/** Stops both at once, since a look task ends only when nothing is due or the engine stops. */
export async function stopTasks(engine: Engine, runner: Runner | undefined): Promise<void> {
  const stopping = runner?.stop().catch((error: unknown) => log.warn({ err: error }, "the queue did not stop"));
  await Promise.all([engine.stop(), stopping]);
}

/** Batches per run; the next run continues. */
const BATCHES_MAX = 50;
/** The lowest number runs first: tasks of the crontab run before the rest of an unfinished one. */
const CONTINUED_PRIORITY = 10;

/** Runs batches until one is not full, in more than one job if needed. A stopped worker finishes the current batch. */
export function untilEmpty(runBatch: (now: Date) => Promise<{ isFull: boolean }>): Task {
  return async (_, helpers) => {
    for (let batch = 0; batch < BATCHES_MAX && !helpers.abortSignal.aborted; batch += 1) {
      if (!(await runBatch(await trustedNow())).isFull) return;
    }
    if (!helpers.abortSignal.aborted) await enqueueAgain(helpers);
  };
}

async function enqueueAgain({ job, getQueueName, addJob }: JobHelpers): Promise<void> {
  const queueName = await getQueueName();
  await addJob(job.task_identifier, undefined, {
    ...(queueName !== null && { queueName }),
    jobKey: job.task_identifier,
    maxAttempts: 1,
    priority: CONTINUED_PRIORITY,
  });
}

/** graphile-worker stores the message of a failed job's error, which must not contain values of a query. */
function withSafeErrors(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          await task?.(payload, helpers);
          if (isMaintenance(name)) await noteMaintenance();
        } catch (error) {
          log.error({ err: error, task: name }, "a task failed");
          const { type, code, message } = describeError(error);
          throw new Error(message ?? code ?? type);
        }
      },
    ]),
  );
}
