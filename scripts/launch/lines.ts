import { createInterface } from "node:readline";

/** Passes on each line of a stream with a label before it. */
export function showLines(stream: NodeJS.ReadableStream | null, label: string, say: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream }).on("line", (line) => say(`${label} ${line}`));
}
