/** Programs of bench/programs take one JSON argument and print their result as one marked line. */
const MARKER = "RESULT ";

export function programInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "null");
}

export function printResult(result: unknown): void {
  console.log(MARKER + JSON.stringify(result));
}

/** @throws Error when the output has no result */
export function readResult<Result>(output: string): Result {
  const line = output.split("\n").find((one) => one.startsWith(MARKER));
  if (!line) throw new Error("it printed no result");
  return JSON.parse(line.slice(MARKER.length));
}
