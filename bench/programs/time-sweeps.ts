/** Sweeps as often as the first argument says, and prints what each sweep took, in milliseconds. Bundled. */
import { sweep } from "~/domain/delivery/sweep.server";
import { closeJobs } from "~/services/jobs.server";

const times: number[] = [];
for (let round = 0; round < Number(process.argv[2]); round += 1) {
  const startedAt = performance.now();
  await sweep();
  times.push(performance.now() - startedAt);
}
console.log(JSON.stringify(times));
await closeJobs();
process.exit(0);
