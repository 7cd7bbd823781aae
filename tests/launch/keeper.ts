/** Opens the house in the folder given and stays in it. */
import { runHouse } from "../../scripts/launch/house.ts";

await runHouse({ home: process.argv[2] }, async ({ progress }) => {
  progress.say("open");
  return new Promise(() => {});
});
