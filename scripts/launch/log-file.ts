import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { redact } from "./launch-error.ts";
import { privateFolder } from "./project.ts";

export type LogFile = ReturnType<typeof openLog>;

/** Children write to a file and not to a pipe, to stop cleanly after the launcher was killed. */
export function openLog(home: string, name: string) {
  const path = join(privateFolder(home, "log"), `${name}.log`);
  if (existsSync(path) && statSync(path).size > 5_000_000) renameSync(path, `${path}.old`);
  const start = existsSync(path) ? statSync(path).size : 0;
  return {
    path,
    opened<T>(use: (handle: number) => T): T {
      const handle = openSync(path, "a", 0o600);
      try {
        return use(handle);
      } finally {
        closeSync(handle);
      }
    },
    tail(lines = 15): string {
      const text = existsSync(path) ? readFileSync(path).subarray(start).toString() : "";
      return redact(text.trimEnd().split("\n").slice(-lines).join("\n"));
    },
  };
}
