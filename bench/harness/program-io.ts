/** Programs of bench/programs take one JSON argument and print their result as one marked line. */
const MARKER = "RESULT ";

export function programInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "null");
}

/** Resolves once all is written, which a program that ends by `process.exit` has to wait for. */
export function printResult(result: unknown): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${MARKER}${JSON.stringify(result)}\n`, () => resolve()));
}

/** @throws Error when the output has no result */
export function readResult<Result>(output: string): Result {
  const line = output.split("\n").find((one) => one.startsWith(MARKER));
  if (!line) throw new Error("it printed no result");
  return JSON.parse(line.slice(MARKER.length));
}
