import { mkdtempSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { openLog } from "../../scripts/launch/log-file";

const home = mkdtempSync(join(tmpdir(), "log-file-"));
const LINE = `${"x".repeat(999)}\n`;

afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

it("empties a large log while a process writes to it, and keeps the lines in another file", () => {
  vi.useFakeTimers();
  const log = openLog(home, "web");
  log.opened((handle) => {
    writeSync(handle, LINE.repeat(5_001));
    vi.advanceTimersByTime(60_000);
    expect(statSync(`${log.path}.old`).size).toBe(5_001_000);
    writeSync(handle, "the next line\n");
  });
  expect(readFileSync(log.path, "utf8")).toBe("the next line\n");
  expect(log.tail()).toBe("the next line");
  expect(statSync(log.path).mode & 0o777).toBe(0o600);
});

it("leaves a small log alone", () => {
  vi.useFakeTimers();
  const log = openLog(home, "web");
  log.opened((handle) => writeSync(handle, LINE));
  vi.advanceTimersByTime(120_000);
  expect(readFileSync(log.path, "utf8")).toBe(LINE);
});
