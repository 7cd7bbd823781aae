/** For tests: takes the given data folder and keeps running. */
import { runSupervised } from "../../scripts/launch/supervisor.ts";

await runSupervised({ home: process.argv[2] }, async ({ progress }) => {
  progress.say("running");
  return new Promise(() => {});
});
