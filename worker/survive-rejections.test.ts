import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("an unhandled rejection is reported and does not end the process", async () => {
  const program = `
    import { surviveRejections } from "./worker/survive-rejections.ts";
    surviveRejections((error) => console.log("reported:", error.message));
    Promise.reject(new Error("connect ECONNREFUSED"));
    setTimeout(() => console.log("alive"), 100);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("reported: connect ECONNREFUSED\nalive\n");
});
