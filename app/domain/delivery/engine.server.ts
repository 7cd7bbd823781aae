import { setTimeout as pause } from "node:timers/promises";
import { answerPasswordResets } from "~/domain/account/password-reset.server";
import { releaseClaims } from "~/domain/outbox/claim-messages.server";
import { rescheduleFutureAttempts } from "~/domain/outbox/future-attempts.server";
import { LANE_GROUPS, type LaneGroup } from "~/domain/outbox/lane";
import { createMessageSender } from "~/domain/outbox/send-due.server";
import { handleLooks, type Look } from "~/services/jobs.server";
import { createLoop, type Loop } from "~/services/loop.server";
import { CHANNELS } from "~db/schema/states";
import { deliverDue } from "./deliver-due.server";
import { pollProvider } from "./poll-provider.server";
import { handleProviderEvents } from "./provider-event.server";
import { rewriteMissingMessages } from "./rewrite-missing-messages.server";
import { deliveryMessages, recordConsequences } from "./send-outcome.server";

export type Engine = {
  /** Resolves when nothing is due, or everything due is being attempted. */
  look: (look: Look) => Promise<void>;
  stop: () => Promise<void>;
};

const GROUPS = Object.keys(LANE_GROUPS) as LaneGroup[];
const RELEASE_EVERY_MS = 60_000;
const POLL_EVERY_MS = 60_000;
const REWRITE_EVERY_MS = 6 * 3_600_000;
/** Follow-ups are written in batches: twenty take little longer than one, and no one waits for them. */
const GATHER_MS = 40;

/**
 * The loops of one worker. Each looks at least every second, also without the queue. Claims are made for `workerId`.
 */
export function startEngine(workerId: string): Engine {
  const ending = new AbortController();
  const { signal } = ending;
  const owner = deliveryMessages;

  let isMoreDue = false;
  const followUps = createLoop("follow_up", async () => {
    if (!isMoreDue) await pause(GATHER_MS);
    isMoreDue = await recordConsequences();
    return isMoreDue ? 0 : undefined;
  });
  const senders = CHANNELS.flatMap((channel) =>
    GROUPS.map((group) =>
      createMessageSender({ channel, group, workerId, owner, onResult: followUps.trigger, signal }),
    ),
  );
  const loops: Record<Look, Loop[]> = {
    deliver_due: [createLoop("deliver_due", () => deliverDue(signal))],
    send_due: senders.map(({ sendDue }) => createLoop("send_due", sendDue)),
    handle_provider_events: [
      createLoop("handle_provider_events", async () => ((await handleProviderEvents()) ? 0 : undefined)),
    ],
    answer_password_resets: [
      createLoop("answer_password_resets", async () => ((await answerPasswordResets()) ? 0 : undefined)),
    ],
  };
  const upkeep = [
    createPeriodicLoop("release_claims", RELEASE_EVERY_MS, releaseClaims, rescheduleFutureAttempts),
    createPeriodicLoop("poll_provider", POLL_EVERY_MS, pollProvider),
    createPeriodicLoop("rewrite_missing_messages", REWRITE_EVERY_MS, rewriteMissingMessages),
  ];
  handleLooks((look) => {
    for (const loop of loops[look]) loop.trigger();
  });

  return {
    async look(look) {
      await Promise.all(loops[look].map((loop) => loop.run()));
    },
    async stop() {
      handleLooks(undefined);
      ending.abort();
      await Promise.all([...Object.values(loops).flat(), ...upkeep].map((loop) => loop.stop()));
      await Promise.all(senders.map((sender) => sender.settled()));
      await followUps.stop();
    },
  };
}

/** Runs the steps one after the other, once every `everyMs`. */
function createPeriodicLoop(name: string, everyMs: number, ...steps: (() => Promise<unknown>)[]): Loop {
  const pass = async () => {
    for (const step of steps) await step();
    return undefined;
  };
  return createLoop(name, pass, everyMs);
}
