import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { waitForLock } from "./lock-file.mjs";

/** Runs the command of `npm run build` while no other process builds here. `npm start` and `npm test` hold the lock already. */
const [command = "", ...args] = process.argv.slice(2);
const lock = process.env.HOLDS_BUILD_LOCK
  ? undefined
  : await waitForLock(".amberkeep/build.lock", () =>
      console.log("Waiting for another process that is building the app here …"),
    );
rmSync("build/.sources", { force: true });
const child = spawn(command, args, { stdio: "inherit" });
if (child.pid) lock?.addHolder(child.pid);
child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code) => {
  lock?.release();
  process.exit(code ?? 1);
});
