/** Schedules boards of one host and opens them to their guests. */
import { createId } from "@paralleldrive/cuid2";
import { findInviteLink } from "~/domain/board/invitation.server";
import { changeSettings } from "~/domain/board/settings.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { closeJobs } from "~/services/jobs.server";
import { createSenderAccount } from "../harness/create-sender";
import { printResult, programInput } from "../harness/program-io";
import type { PartyBoard } from "../party";

const count = programInput<number>();
const { user } = await createSenderAccount({ vaultLimit: count });
const boards: PartyBoard[] = [];
for (let number = 1; number <= count; number += 1) {
  const scheduled = await scheduleVault(user, {
    type: "memory-board",
    title: `Party ${number}`,
    message: "Welcome, everyone.",
    deliveryDate: "2090-01-01",
    deliveryHour: 9,
    deliveryZone: "UTC",
    formId: createId(),
  });
  if (!scheduled.ok) throw new Error(scheduled.reason);
  await changeSettings(user, scheduled.id, { needsApproval: false, isOpen: true, isPaused: false, closesOn: null });
  const link = await findInviteLink(scheduled.id);
  boards.push({ id: scheduled.id, path: new URL(link ?? "").pathname });
}
await printResult(boards);
await closeJobs();
process.exit(0);
