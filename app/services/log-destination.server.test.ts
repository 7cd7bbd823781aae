import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLogDestination } from "./log-destination.server";

const failing = (code: string) => Object.assign(new Error(code), { code });

it("writes lines in order, longer batches at once", () => {
  const folder = mkdtempSync(join(tmpdir(), "amberkeep-log-"));
  const path = join(folder, "log");
  const file = openSync(path, "w");
  const destination = createLogDestination(file);
  const lines = Array.from({ length: 1_000 }, (_, line) => `{"line":${line}}\n`);
  for (const line of lines) destination.write(line);
  expect(readFileSync(path, "utf8").length).toBeGreaterThan(8_000);
  destination.flush();
  expect(readFileSync(path, "utf8")).toBe(lines.join(""));
  closeSync(file);
  rmSync(folder, { recursive: true });
});

it("keeps what a busy reader did not take, and drops the rest beyond a limit", () => {
  let isBusy = true;
  let written = "";
  const destination = createLogDestination(1, (_, bytes) => {
    if (isBusy) throw failing("EAGAIN");
    const taken = bytes.subarray(0, 7);
    written += taken.toString();
    return taken.length;
  });
  for (const line of ["first", "second", "x".repeat(2 ** 20), "last"]) destination.write(`${line}\n`);
  destination.flush();
  expect(written).toBe("");
  isBusy = false;
  destination.flush();
  destination.flush();
  expect(written).toMatch(/^first\nsecond\nlast\n\{"level":40,.*"dropped":1,/);
});

it("drops what cannot be written, and says so once there is room", () => {
  let isFull = true;
  let written = "";
  const destination = createLogDestination(1, (_, bytes) => {
    if (isFull) throw failing("ENOSPC");
    written += bytes.toString();
    return bytes.length;
  });
  destination.write("lost\n");
  destination.flush();
  isFull = false;
  destination.write("kept\n");
  destination.flush();
  destination.flush();
  expect(written).toMatch(/^kept\n\{.*"msg":"lines of the log could not be written"\}\n$/);
});

it.runIf(existsSync("/dev/full"))("neither stops nor ends a process whose disk is full", () => {
  const program = `
    import { createLogDestination } from "./app/services/log-destination.server.ts";
    import { openSync } from "node:fs";
    const destination = createLogDestination(openSync("/dev/full", "w"));
    destination.write("lost\\n");
    destination.flush();
    console.log("running");
  `;
  const args = ["--experimental-strip-types", "--input-type=module", "--eval", program];
  expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 })).toBe("running\n");
});
