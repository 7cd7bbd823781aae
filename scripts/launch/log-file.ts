import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "./project.ts";
import { withoutSecrets } from "./refusal.ts";

export interface LogFile {
  path: string;
  /** Runs `use` with the file opened for appending, to hand to a process as its output. */
  opened<T>(use: (handle: number) => T): T;
  /** The last lines written since this start. */
  tail(lines?: number): string;
}

/** `<home>/log/<name>.log`. Our processes write into files, not pipes, so that they can go on for a moment after we are gone. */
export function openLog(home: string, name: string): LogFile {
  const path = join(privateFolder(home, "log"), `${name}.log`);
  if (existsSync(path) && statSync(path).size > 5_000_000) renameSync(path, `${path}.old`);
  const start = existsSync(path) ? statSync(path).size : 0;
  return {
    path,
    opened(use) {
      const handle = openSync(path, "a", 0o600);
      try {
        return use(handle);
      } finally {
        closeSync(handle);
      }
    },
    tail(lines = 15) {
      const text = existsSync(path) ? readFileSync(path).subarray(start).toString() : "";
      return withoutSecrets(text.trimEnd().split("\n").slice(-lines).join("\n"));
    },
  };
}
