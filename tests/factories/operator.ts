import { onTestFinished } from "vitest";
import { env } from "~/env.server";

/** Sets `OPERATOR` until the test ends. */
export function nameOperator(operator: string): void {
  const before = env.OPERATOR;
  Object.assign(env, { OPERATOR: operator });
  onTestFinished(() => void Object.assign(env, { OPERATOR: before }));
}
