/** Looks for due vaults as often as its input says. Returns the milliseconds of each look. */
import { deliverDue } from "~/domain/delivery/deliver-due.server";
import { closeJobs } from "~/services/jobs.server";
import { printResult, programInput } from "../harness/program-io";

const times: number[] = [];
for (let round = programInput<number>(); round > 0; round -= 1) {
  const startedAt = performance.now();
  await deliverDue(new AbortController().signal);
  times.push(performance.now() - startedAt);
}
await printResult(times);
await closeJobs();
process.exit(0);
