import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a worker survives a rejection that nobody handles, and is told of it", async () => {
  const program = `
    import { surviveRejections } from "./worker/survive-rejections.ts";
    surviveRejections((error) => console.log("told of", error.message));
    Promise.reject(new Error("connect ECONNREFUSED"));
    setTimeout(() => console.log("alive"), 100);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(stdout).toBe("told of connect ECONNREFUSED\nalive\n");
});
