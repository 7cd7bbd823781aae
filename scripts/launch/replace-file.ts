import { renameSync, type WriteFileOptions, writeFileSync } from "node:fs";

/** Readers find the file as it was or as it is now, even if this process is killed meanwhile. */
export function replaceFile(file: string, content: string, options?: WriteFileOptions & { flush?: boolean }): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, content, options);
  renameSync(temporary, file);
}
