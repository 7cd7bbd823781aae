import { z } from "zod";
import { oneLine, personName } from "./props";

export const otherRole = z.enum(["second", "backup", "legacy"]);

/** An address that is used once the recipient’s own fails. */
export const otherAddress = z.object({
  role: otherRole,
  name: personName,
  email: oneLine,
  /** A sentence without its full stop. */
  trouble: oneLine.optional(),
});

type Other = z.output<typeof otherAddress>;

/** In the order in which they are used, for example "We try mia@example.net, then ask Eva (eva@example.net)". */
export function inCaseOfFailure(others: Other[]): string {
  const steps = others.map((other) => `${other.role === "second" ? "try" : "ask"} ${withEmail(other)}`);
  return `We ${steps.join(", then ")}`;
}

/** For example "Eva Sommer (eva@example.net, this mailbox doesn’t exist)". */
export function withEmail({ name, email, trouble }: Other): string {
  const reason = trouble && trouble.charAt(0).toLowerCase() + trouble.slice(1);
  if (name) return `${name} (${reason ? `${email}, ${reason}` : email})`;
  return reason ? `${email} (${reason})` : email;
}
