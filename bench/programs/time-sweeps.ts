/** Sweeps as often as its input says. Returns the milliseconds of each sweep. */
import { sweep } from "~/domain/delivery/sweep.server";
import { closeJobs } from "~/services/jobs.server";
import { printResult, programInput } from "../harness/program-io";

const times: number[] = [];
for (let round = programInput<number>(); round > 0; round -= 1) {
  const startedAt = performance.now();
  await sweep();
  times.push(performance.now() - startedAt);
}
printResult(times);
await closeJobs();
process.exit(0);
